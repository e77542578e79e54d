import { DurableObject } from 'cloudflare:workers';
import { HOUR } from '../contract/time/durations.ts';
import { secondsUntilAllowed, withOneBack, type Bucket, type BucketRule } from './token-bucket.ts';

/** How long a subject is kept after its buckets are full again and its gaps have passed. */
const FORGET_AFTER_MS = HOUR;

/**
 * The limits of one subject, such as a client's network or an account: its token buckets, and the gaps between its
 * messages.
 */
export class AuthLimiter extends DurableObject {
  /**
   * Takes one token of bucket `name`. Returns 0, or the whole seconds until there is one. A refused try takes nothing.
   */
  async take(name: string, rule: BucketRule, now: number): Promise<number> {
    const key = `bucket:${name}`;
    const { wait, bucket } = secondsUntilAllowed(this.ctx.storage.kv.get<Bucket>(key), rule, now);
    if (wait === 0) await this.remember(key, bucket, now + fillMs(rule));
    return wait;
  }

  /** Returns the token of a try that does not count. */
  async giveBack(name: string, rule: BucketRule, now: number): Promise<void> {
    const key = `bucket:${name}`;
    const bucket = this.ctx.storage.kv.get<Bucket>(key);
    if (bucket) await this.remember(key, withOneBack(bucket, rule), now + fillMs(rule));
  }

  /** Starts the gap of `name`. Returns 0, or the whole seconds left of the current gap. */
  async claimGap(name: string, seconds: number, now: number): Promise<number> {
    const key = `gap:${name}`;
    const until = this.ctx.storage.kv.get<number>(key) ?? 0;
    if (until > now) return Math.ceil((until - now) / 1000);
    const end = now + seconds * 1000;
    await this.remember(key, end, end);
    return 0;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  /** Stores a value that has no meaning after `until` (UTC ms). */
  private async remember(key: string, value: Bucket | number, until: number): Promise<void> {
    this.ctx.storage.kv.put(key, value);
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm < until) await this.ctx.storage.setAlarm(until + FORGET_AFTER_MS);
  }
}

const fillMs = ({ amount, seconds, burst }: BucketRule) => (seconds * 1000 * burst) / amount;
