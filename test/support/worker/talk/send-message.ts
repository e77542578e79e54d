import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { outbox } from '../../../../drizzle/tables/all-tables.ts';
import type { NewOutboxRow } from '../../../../drizzle/tables/talk/outbox.ts';
import { sendQueuedMessages } from '../../../../worker/features/talk/notify/send-messages.ts';
import { outboxInsert } from '../../../../worker/http/outbox/outbox.ts';
import type { OutboxMessage } from '../../../../worker/http/outbox/sealed-message.ts';
import { db } from '../people/auth.ts';

export const SMS: OutboxMessage = { channel: 'sms', recipient: '16175550177', text: '123456 is your code.' };

export const MAIL: OutboxMessage = {
  channel: 'email',
  recipient: 'student@vouch.test',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

export const twilio = {
  ...env,
  SMS_SENDER: 'twilio',
  SMS_FROM: '+15550000000',
  TWILIO_ACCOUNT_SID: 'AC-test',
  TWILIO_AUTH_TOKEN: 'secret',
};

export async function written(
  message: OutboxMessage,
  about: Pick<NewOutboxRow, 'purpose' | 'expires_at'> = {},
): Promise<string> {
  const { id, statement } = await outboxInsert({ env, get: (key) => (key === 'db' ? db : new Date()) }, message, about);
  await statement;
  return id;
}

export async function deliver(outbox_id: string, { bindings = env, queue = 'vouch-notify', attempts = 1 } = {}) {
  const message = {
    id: outbox_id,
    timestamp: new Date(),
    attempts,
    body: { outbox_id },
    ack: vi.fn<() => void>(),
    retry: vi.fn<(options?: QueueRetryOptions) => void>(),
  };
  const batch = {
    queue,
    messages: [message],
    ackAll: vi.fn<() => void>(),
    retryAll: vi.fn<() => void>(),
    metadata: { metrics: { backlogCount: 1, backlogBytes: 1 } },
  };
  await sendQueuedMessages(batch, bindings);
  return message;
}

export const rowOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0];
