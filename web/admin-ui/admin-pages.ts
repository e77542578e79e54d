import type { Role } from '../../drizzle/vocabulary.ts';

/** The roles that open the pages of the whole product, and those that open the pages of events. */
export const ADMINS: readonly Role[] = ['admin'];
export const MANAGERS: readonly Role[] = ['admin', 'organizer'];

/** Every admin page: its name in the navigation, its purpose, and the roles that may open it. */
const ADMIN_PAGES = [
  { to: '/admin', name: 'Today', about: 'The numbers of today.', roles: ADMINS },
  { to: '/admin/events', name: 'Events', about: 'Add, edit, publish and delete nights.', roles: MANAGERS },
  {
    to: '/upload-event-images',
    name: 'Images',
    about: 'Put a poster on a night, a picture on a venue.',
    roles: MANAGERS,
  },
  { to: '/admin/waitlist', name: 'Waitlist', about: 'Decide who gets in.', roles: ADMINS },
  { to: '/admin/resellers', name: 'Resellers', about: 'Decide who may sell.', roles: ADMINS },
  { to: '/admin/reports', name: 'Reports', about: 'Decide about reported chat messages.', roles: ADMINS },
  { to: '/admin/venues', name: 'Venues', about: 'Edit venues, merge duplicates, delete unused ones.', roles: ADMINS },
  { to: '/admin/clubs', name: 'Clubs', about: 'The student clubs and how to reach them.', roles: ADMINS },
  { to: '/admin/people', name: 'People', about: 'Roles, verification, bans and sessions.', roles: ADMINS },
  {
    to: '/admin/schools',
    name: 'Schools',
    about: 'The schools whose students get a badge, and those that students ask for.',
    roles: ADMINS,
  },
  { to: '/admin/money', name: 'Money', about: 'What is held and owed, refunds, problems and disputes.', roles: ADMINS },
  { to: '/admin/launch', name: 'Launch', about: 'Switch features on and off.', roles: ADMINS },
  {
    to: '/admin/webhook-test',
    name: 'Webhook',
    about: 'Send a test delivery, read the last hundred.',
    roles: MANAGERS,
  },
  { to: '/admin/audit', name: 'Audit log', about: 'Who did what, and when.', roles: ADMINS },
  {
    to: '/check',
    name: 'Check',
    about: 'Whether messages, feeds, the cron job and the database are fine.',
    roles: ADMINS,
  },
] as const satisfies readonly { to: string; name: string; about: string; roles: readonly Role[] }[];

/** The pages a role may open. The money has a page only where buyers pay or have paid. */
export function pagesOf(role: string, { hasMoney }: { hasMoney: boolean }): readonly (typeof ADMIN_PAGES)[number][] {
  return ADMIN_PAGES.filter(
    ({ to, roles }) => (roles as readonly string[]).includes(role) && (hasMoney || to !== '/admin/money'),
  );
}

export type AdminPath = (typeof ADMIN_PAGES)[number]['to'];
