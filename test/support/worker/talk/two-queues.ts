import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { NotifyJob } from '../../../../worker/http/outbox/outbox.ts';
import { takeJobs } from '../../../../worker/tell-people.ts';

interface Waiting {
  body: NotifyJob;
  /** When the queue may deliver it, in UTC ms. */
  from: number;
  attempts: number;
}

/** The only consumer of a queue. It takes `seconds` for a batch of at most `size` messages. */
interface Consumer {
  name: string;
  size: number;
  seconds: number;
}

/** A queue with one consumer. Time passes only when a test sets the clock. */
function queueOf({ name, size, seconds }: Consumer) {
  let waiting: Waiting[] = [];
  let busyUntil = 0;
  const add = (body: NotifyJob, { delaySeconds = 0, attempts = 1 } = {}) =>
    void waiting.push({ body, from: Date.now() + delaySeconds * 1000, attempts });
  const binding = {
    send: async (body: NotifyJob, options?: { delaySeconds?: number }) => add(body, options),
    sendBatch: async (batch: { body: NotifyJob; delaySeconds?: number }[]) =>
      batch.forEach(({ body, ...options }) => add(body, options)),
  };
  async function deliver(bindings: Env): Promise<void> {
    if (busyUntil > Date.now()) return;
    const taken = waiting.filter(({ from }) => from <= Date.now()).slice(0, size);
    if (taken.length === 0) return;
    waiting = waiting.filter((each) => !taken.includes(each));
    busyUntil = Date.now() + seconds * 1000;
    const messages = taken.map(({ body, attempts }) => ({
      body,
      attempts,
      ack: () => undefined,
      retry: (options: { delaySeconds: number }) => add(body, { ...options, attempts: attempts + 1 }),
    }));
    await takeJobs({ queue: name, messages } as unknown as MessageBatch<NotifyJob>, bindings);
  }
  return { binding: binding as unknown as Queue, deliver };
}

/**
 * Makes the queues `vouch-notify` and `vouch-news` with one slow consumer each, and a mail carrier that records when it
 * got each mail. `refuses` chooses the mails that the carrier refuses.
 */
export function twoQueues(vars: Partial<Env>, refuses: (mail: { to: string }) => boolean = () => false) {
  const urgent = queueOf({ name: 'vouch-notify', size: 10, seconds: 2 });
  const news = queueOf({ name: 'vouch-news', size: 50, seconds: 3 });
  const sent = new Map<string, number>();
  const send = async (mail: { to: string }) => {
    if (refuses(mail)) throw new Error('The carrier is down.');
    sent.set(mail.to, Date.now());
    return { messageId: mail.to };
  };
  const MAIL = { send } as unknown as SendEmail;
  const bindings = { ...env, ...vars, MAIL, NOTIFY_QUEUE: urgent.binding, NEWS_QUEUE: news.binding };
  async function pass(): Promise<void> {
    vi.setSystemTime(Date.now() + 1000);
    await urgent.deliver(bindings);
    await news.deliver(bindings);
  }
  return { bindings, sent, pass };
}
