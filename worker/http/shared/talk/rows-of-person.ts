import { blocks } from '../../../../drizzle/tables/talk/blocks.ts';
import { chatReports } from '../../../../drizzle/tables/talk/chat-reports.ts';
import {
  noticeOptOuts,
  noticeSettings,
  notifications,
  pushSubscriptions,
} from '../../../../drizzle/tables/talk/notifications.ts';
import { type RowsOfPerson, rowsOf } from '../../database/rows-of-person.ts';

/** These rows are deleted with an account. */
export const ROWS_OF_TALK: readonly RowsOfPerson[] = [
  rowsOf(notifications, notifications.user_id),
  rowsOf(pushSubscriptions, pushSubscriptions.user_id),
  rowsOf(noticeSettings, noticeSettings.user_id),
  rowsOf(noticeOptOuts, noticeOptOuts.user_id),
  rowsOf(blocks, blocks.blocker_id, blocks.blocked_id),
  rowsOf(chatReports, chatReports.reporter_id),
];
