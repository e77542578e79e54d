import type { Role } from '../../drizzle/vocabulary.ts';

export const ADMINS: readonly Role[] = ['admin'];
export const MANAGERS: readonly Role[] = ['admin', 'organizer'];

const ADMIN_PAGES = [
  { to: '/admin', name: 'Today', about: 'Today’s numbers.', roles: ADMINS },
  { to: '/admin/events', name: 'Events', about: 'Add, edit, publish and delete nights.', roles: MANAGERS },
  {
    to: '/upload-event-images',
    name: 'Images',
    about: 'Add posters to nights and pictures to venues.',
    roles: MANAGERS,
  },
  { to: '/admin/waitlist', name: 'Waitlist', about: 'Decide who gets in.', roles: ADMINS },
  { to: '/admin/resellers', name: 'Resellers', about: 'Decide who may sell.', roles: ADMINS },
  { to: '/admin/reports', name: 'Reports', about: 'Review reported chat messages.', roles: ADMINS },
  { to: '/admin/venues', name: 'Venues', about: 'Edit venues, merge duplicates, delete unused ones.', roles: ADMINS },
  { to: '/admin/clubs', name: 'Clubs', about: 'Student clubs and how to reach them.', roles: ADMINS },
  { to: '/admin/people', name: 'People', about: 'Roles, verification, bans and sessions.', roles: ADMINS },
  {
    to: '/admin/schools',
    name: 'Schools',
    about: 'Schools whose students get a badge, and schools that students asked for.',
    roles: ADMINS,
  },
  { to: '/admin/money', name: 'Money', about: 'Money held and owed, refunds, problems and disputes.', roles: ADMINS },
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
    about: 'Health of messages, feeds, the cron job and the database.',
    roles: ADMINS,
  },
] as const satisfies readonly { to: string; name: string; about: string; roles: readonly Role[] }[];

/**
 * Returns the admin pages for a role. `hasMoney`: the switch `payments` is on, or a payment is stored. If it is false,
 * the page Money is left out.
 */
export function pagesOf(role: string, { hasMoney }: { hasMoney: boolean }): readonly (typeof ADMIN_PAGES)[number][] {
  return ADMIN_PAGES.filter(
    ({ to, roles }) => (roles as readonly string[]).includes(role) && (hasMoney || to !== '/admin/money'),
  );
}

export type AdminPath = (typeof ADMIN_PAGES)[number]['to'];
