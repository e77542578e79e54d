import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../support/worker/admin-calls.ts';
import { adminObjects } from '../../support/worker/admin-objects.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';

const TABLES = [
  'events',
  'event_guests',
  'event_messages',
  'event_organizers',
  'event_series',
  'outbox',
  'venues',
  'venue_aliases',
  'clubs',
  'waitlist',
  'reseller_applications',
  'profiles',
  'auth_users',
  'auth_sessions',
  'launch_switches',
  'images',
  'schools',
  'school_domains',
  'school_asks',
  'refunds',
  'handovers',
  'payouts',
  'disputes',
  'chat_reports',
  'ledger_transfers',
  'audit_log',
];

/** Returns all rows and stored images that a call could change, as text. */
async function everything(): Promise<string> {
  const results = await env.DB.batch(TABLES.map((table) => env.DB.prepare(`select * from ${table} order by 1`)));
  const stored = await env.IMAGES_BUCKET.list();
  return JSON.stringify([results.map(({ results: rows }) => rows), stored.objects.map(({ key }) => key)]);
}

async function makeCallers() {
  const [organizer, signedOut, banned] = [
    await signedInAs('organizer'),
    await signedInAs('admin'),
    await signedInAs('admin', { user: { banned_until: new Date(Date.now() + 3_600_000) } }),
  ];
  await env.DB.prepare('delete from auth_sessions where id = ?').bind(signedOut.session.id).run();
  return { organizer, signedOut, banned, user: await signedInAs('user'), admin: await signedInAs('admin') };
}

/** The people who make each call. */
const callers = makeCallers();

test.each(ADMIN_CALLS)(
  '%s gives each role the right answer, and a refused call changes nothing',
  async (_name, attempt, organizer, admin) => {
    const who = await callers;
    const cells: [string, Record<string, string>, number][] = [
      ['anonymous', {}, 401],
      ['a forged token', { Authorization: 'Bearer forged.token.here' }, 401],
      ['the service key', { Authorization: `Bearer ${env.AUTH_SERVICE_KEY_JWT}` }, 401],
      ['a signed-out session', who.signedOut.headers, 401],
      ['a banned admin', who.banned.headers, 401],
      ['a user', who.user.headers, 403],
      ['an organizer', who.organizer.headers, organizer],
      ['an admin', who.admin.headers, admin],
    ];
    // The refused calls all use the same objects. Each granted call has its own objects.
    const [refused, granted] = [
      cells.filter(([, , status]) => status >= 400),
      cells.filter(([, , status]) => status < 400),
    ];
    const objects = await adminObjects(who.organizer.user.id);
    const before = await everything();
    for (const [caller, headers, expected] of refused)
      expect([caller, (await attempt(objects, headers)).status]).toEqual([caller, expected]);
    expect(await everything()).toBe(before);
    for (const [caller, headers, expected] of granted) {
      const { status } = await attempt(await adminObjects(who.organizer.user.id), headers);
      expect([caller, status]).toEqual([caller, expected]);
    }
  },
);

test('the role tests above cover every route of the admin area', async () => {
  const { body } = await ask('/api/openapi.json');
  const described = Object.entries(body['paths'] as Record<string, object>)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(described.toSorted()).toEqual([
    'delete /api/admin/clubs/{id}',
    'delete /api/admin/events/{id}',
    'delete /api/admin/events/{id}/door-staff/{user}',
    'delete /api/admin/events/{id}/guests/{guest}',
    'delete /api/admin/events/{id}/organizers/{user}',
    'delete /api/admin/people/{id}/second-factor',
    'delete /api/admin/venues/{id}',
    'get /api/admin/audit',
    'get /api/admin/chat-reports',
    'get /api/admin/chat-reports/{message_id}/around',
    'get /api/admin/clubs',
    'get /api/admin/dead-messages',
    'get /api/admin/disputes',
    'get /api/admin/disputes/{id}',
    'get /api/admin/events',
    'get /api/admin/events/{id}',
    'get /api/admin/events/{id}/desk',
    'get /api/admin/events/{id}/door-staff',
    'get /api/admin/events/{id}/guests',
    'get /api/admin/events/{id}/guests/file',
    'get /api/admin/events/{id}/messages',
    'get /api/admin/events/{id}/numbers',
    'get /api/admin/events/{id}/organizers',
    'get /api/admin/ingest-deliveries',
    'get /api/admin/launch',
    'get /api/admin/launch/payments',
    'get /api/admin/money',
    'get /api/admin/money/days',
    'get /api/admin/money/requests',
    'get /api/admin/money/requests/{id}',
    'get /api/admin/numbers',
    'get /api/admin/operations',
    'get /api/admin/operations/traffic',
    'get /api/admin/people',
    'get /api/admin/people/{id}',
    'get /api/admin/reseller-applications',
    'get /api/admin/schools',
    'get /api/admin/summary',
    'get /api/admin/ticket-files/{id}',
    'get /api/admin/venues',
    'get /api/admin/waitlist',
    'patch /api/admin/clubs/{id}',
    'patch /api/admin/events/{id}',
    'patch /api/admin/people/{id}',
    'patch /api/admin/reseller-applications/{id}',
    'patch /api/admin/venues/{id}',
    'patch /api/admin/waitlist/{id}',
    'post /api/admin/chat-reports/{message_id}',
    'post /api/admin/clubs',
    'post /api/admin/dead-messages/{id}',
    'post /api/admin/disputes/{id}/submit',
    'post /api/admin/event-series',
    'post /api/admin/event-series/preview',
    'post /api/admin/events',
    'post /api/admin/events/{id}/cancel',
    'post /api/admin/events/{id}/door-staff',
    'post /api/admin/events/{id}/duplicate',
    'post /api/admin/events/{id}/following',
    'post /api/admin/events/{id}/guests',
    'post /api/admin/events/{id}/messages',
    'post /api/admin/events/{id}/organizers',
    'post /api/admin/events/{id}/restore',
    'post /api/admin/handovers/{request_id}',
    'post /api/admin/money/requests/{id}/settle',
    'post /api/admin/operations/release',
    'post /api/admin/payouts/{request_id}',
    'post /api/admin/people/{id}/sign-out',
    'post /api/admin/refunds',
    'post /api/admin/refunds/{id}/approve',
    'post /api/admin/refunds/{id}/drop',
    'post /api/admin/refunds/{id}/retry',
    'post /api/admin/reseller-applications/status',
    'post /api/admin/reseller-applications/undo',
    'post /api/admin/schools',
    'post /api/admin/schools/asks/{id}/decline',
    'post /api/admin/sellers/{id}/settle',
    'post /api/admin/sellers/{id}/write-off',
    'post /api/admin/venues',
    'post /api/admin/venues/{id}/merge',
    'post /api/admin/waitlist/status',
    'post /api/admin/waitlist/undo',
    'put /api/admin/launch/{feature}',
    'put /api/admin/schools/{id}',
  ]);
});
