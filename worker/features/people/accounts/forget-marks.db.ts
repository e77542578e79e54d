import { and, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { blocks } from '../../../../drizzle/tables/talk/blocks.ts';
import { calendarLinks } from '../../../../drizzle/tables/nights/calendar-links.ts';
import { chatReports } from '../../../../drizzle/tables/talk/chat-reports.ts';
import { doorStaff } from '../../../../drizzle/tables/door/door-staff.ts';
import { eventOrganizers } from '../../../../drizzle/tables/nights/event-organizers.ts';
import { faceValueAsks } from '../../../../drizzle/tables/nights/face-value-asks.ts';
import {
  noticeOptOuts,
  noticeSettings,
  notifications,
  pushSubscriptions,
} from '../../../../drizzle/tables/talk/notifications.ts';
import { reminderOptOuts, reminders } from '../../../../drizzle/tables/nights/reminders.ts';
import { savedEvents } from '../../../../drizzle/tables/nights/saved-events.ts';
import { schoolAsks } from '../../../../drizzle/tables/people/school-asks.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import { sellerFacts } from '../../../../drizzle/tables/people/seller-facts.ts';
import { sharedMarks } from '../../../../drizzle/tables/people/shared-marks.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { visits } from '../../../../drizzle/tables/people/visits.ts';
import { vouches, vouchFreezes, vouchLinks } from '../../../../drizzle/tables/people/vouches.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/database/batch.ts';

/**
 * The tables whose rows go with the account, each with the columns that name the person. The profile may have to stay,
 * so no cascade deletes them.
 */
export const FORGOTTEN: readonly { table: SQLiteTable; of: readonly SQLiteColumn[] }[] = [
  { table: savedEvents, of: [savedEvents.user_id] },
  { table: venueFollows, of: [venueFollows.user_id] },
  { table: calendarLinks, of: [calendarLinks.user_id] },
  { table: reminders, of: [reminders.user_id] },
  { table: reminderOptOuts, of: [reminderOptOuts.user_id] },
  { table: notifications, of: [notifications.user_id] },
  { table: pushSubscriptions, of: [pushSubscriptions.user_id] },
  { table: noticeSettings, of: [noticeSettings.user_id] },
  { table: noticeOptOuts, of: [noticeOptOuts.user_id] },
  { table: blocks, of: [blocks.blocker_id, blocks.blocked_id] },
  { table: chatReports, of: [chatReports.reporter_id] },
  { table: vouchLinks, of: [vouchLinks.voucher_id] },
  { table: vouches, of: [vouches.vouchee_id] },
  { table: vouchFreezes, of: [vouchFreezes.user_id] },
  { table: visits, of: [visits.user_id] },
  { table: schoolProofs, of: [schoolProofs.user_id] },
  { table: schoolAsks, of: [schoolAsks.user_id] },
  { table: sharedMarks, of: [sharedMarks.user_id] },
  { table: sellerFacts, of: [sellerFacts.user_id] },
  { table: faceValueAsks, of: [faceValueAsks.seller_id] },
  { table: eventOrganizers, of: [eventOrganizers.user_id] },
  { table: doorStaff, of: [doorStaff.user_id] },
];

/**
 * The statements that delete what is kept about people for themselves, after their trade has ended. `users` is a query
 * of their ids. Whom they have invited stays for a time, as ended vouches: otherwise the people whom one person has
 * invited would be strangers once that person is gone.
 */
export function forgetMarks(db: Db, { users, now }: { users: SQL; now: Date }): Statement[] {
  const isTheirs = (column: SQLiteColumn) => inArray(column, sql`(${users})`);
  return [
    ...FORGOTTEN.map(({ table, of }) => db.delete(table).where(or(...of.map(isTheirs)))),
    db.delete(vouches).where(and(isTheirs(vouches.voucher_id), ne(vouches.way, 'link'))),
    db.update(vouches).set({ status: 'revoked', ended_at: now }).where(isTheirs(vouches.voucher_id)),
  ];
}
