import { DurableObject } from 'cloudflare:workers';
import { secondsUntilAllowed, type Bucket, type BucketRule } from './token-bucket.ts';

/** How long an untouched subject is remembered: longer than any bucket takes to fill and any gap to pass. */
const FORGET_AFTER_MS = 2 * 3_600_000;

/** The limits of one subject (a client address, or an account's address): its token buckets and the gaps between its mails. */
export class AuthLimiter extends DurableObject {
  /** Takes one token of bucket `name`. Returns 0, or the whole seconds until there is one; a refused try costs nothing. */
  async take(name: string, rule: BucketRule, now: number): Promise<number> {
    const key = `bucket:${name}`;
    const { wait, bucket } = secondsUntilAllowed(this.ctx.storage.kv.get<Bucket>(key), rule, now);
    if (wait === 0) await this.remember(key, bucket, now);
    return wait;
  }

  /** Claims the right to send `name` now. Returns 0, or the whole seconds left of the gap that the last claim began. */
  async claimGap(name: string, seconds: number, now: number): Promise<number> {
    const key = `gap:${name}`;
    const until = this.ctx.storage.kv.get<number>(key) ?? 0;
    if (until > now) return Math.ceil((until - now) / 1000);
    await this.remember(key, now + seconds * 1000, now);
    return 0;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  private async remember(key: string, value: Bucket | number, now: number): Promise<void> {
    this.ctx.storage.kv.put(key, value);
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm < now + FORGET_AFTER_MS / 2) await this.ctx.storage.setAlarm(now + FORGET_AFTER_MS);
  }
}
