import type { NewOutboxRow } from '../../../../drizzle/tables/talk/outbox.ts';

export const mailRow = (over: Partial<NewOutboxRow> = {}): NewOutboxRow => ({
  channel: 'email',
  recipient: 'reader@vouch.test',
  sealed: 'x',
  ...over,
});
