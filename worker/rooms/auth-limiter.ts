import { DurableObject } from 'cloudflare:workers';
import { DAY, HOUR } from '../contract/time/durations.ts';
import { secondsUntilAllowed, withOneBack, type Bucket, type BucketRule } from './token-bucket.ts';

/** How long limits are stored after they no longer restrict anything, in ms. */
const FORGET_AFTER_MS = HOUR;

/**
 * The limits of one subject, such as a network or an account. A gap is a time in which something must not be repeated.
 * While the database does not answer, a gap of the subject `alarms` records that the alert about this was sent.
 */
export class AuthLimiter extends DurableObject {
  /** Takes a token and returns 0. If no token is left, returns the whole seconds until the next token. */
  async take(name: string, rule: BucketRule, now: number): Promise<number> {
    const key = `bucket:${name}`;
    const { wait, bucket } = secondsUntilAllowed(this.ctx.storage.kv.get<Bucket>(key), rule, now);
    if (wait === 0) await this.remember(key, bucket, now + fillMs(rule));
    return wait;
  }

  async giveBack(name: string, rule: BucketRule, now: number): Promise<void> {
    const key = `bucket:${name}`;
    const bucket = this.ctx.storage.kv.get<Bucket>(key);
    if (bucket) await this.remember(key, withOneBack(bucket, rule), now + fillMs(rule));
  }

  /**
   * Each pool allows `most` uses a UTC day. Takes up to `wanted` uses from the pools, in order. Returns the uses taken
   * from each pool.
   */
  async takeOfDay(
    pools: readonly { name: string; most: number }[],
    { wanted, now }: { wanted: number; now: number },
  ): Promise<number[]> {
    let left = wanted;
    const counts: number[] = [];
    for (const { name, most } of pools) {
      const used = this.usedOfDay(name, now);
      const count = Math.min(left, Math.max(0, most - used));
      if (count > 0) await this.rememberUsed(name, { used: used + count, now });
      left -= count;
      counts.push(count);
    }
    return counts;
  }

  async giveBackOfDay(name: string, now: number): Promise<void> {
    const used = this.usedOfDay(name, now);
    if (used > 0) await this.rememberUsed(name, { used: used - 1, now });
  }

  private usedOfDay(name: string, now: number): number {
    const stored = this.ctx.storage.kv.get<UsedOfDay>(`day:${name}`);
    return stored?.day === dayOf(now) ? stored.used : 0;
  }

  private rememberUsed(name: string, { used, now }: { used: number; now: number }): Promise<void> {
    return this.remember(`day:${name}`, { day: dayOf(now), used }, (dayOf(now) + 1) * DAY);
  }

  /** Begins a gap and returns 0. If the gap is still running, returns the whole seconds until its end. */
  async claimGap(name: string, seconds: number, now: number): Promise<number> {
    const key = `gap:${name}`;
    const until = this.ctx.storage.kv.get<number>(key) ?? 0;
    if (until > now) return Math.ceil((until - now) / 1000);
    const end = now + seconds * 1000;
    await this.remember(key, end, end);
    return 0;
  }

  /** Returns whether the gap was still running. */
  async endGap(name: string, now: number): Promise<boolean> {
    const until = this.ctx.storage.kv.get<number>(`gap:${name}`) ?? 0;
    this.ctx.storage.kv.delete(`gap:${name}`);
    return until > now;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  /** Stores a value and keeps it at least until `until` (UTC ms). */
  private async remember(key: string, value: Bucket | UsedOfDay | number, until: number): Promise<void> {
    this.ctx.storage.kv.put(key, value);
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm < until) await this.ctx.storage.setAlarm(until + FORGET_AFTER_MS);
  }
}

interface UsedOfDay {
  day: number;
  used: number;
}

const dayOf = (now: number) => Math.floor(now / DAY);

const fillMs = ({ amount, seconds, burst }: BucketRule) => (seconds * 1000 * burst) / amount;
