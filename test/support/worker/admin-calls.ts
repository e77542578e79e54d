import { type AdminCall, type Call, call, eventForm, type Objects, seen } from './admin-objects.ts';
import { DESK_CALLS } from './nights/desk-calls.ts';
import { MONEY_CALLS } from './trade/money-calls.ts';
import { png } from './nights/pictures.ts';
import { upload } from './nights/upload.ts';

const poster =
  (slug: (on: Objects) => string): Call =>
  async (on, headers) =>
    upload({ headers, slug: slug(on), bytes: await png(4, 4) });

/** Every call of the admin area, with its status for an organizer and for an admin. Everyone else gets 401 or 403. */
export const ADMIN_CALLS: AdminCall[] = [
  ...DESK_CALLS,
  ...MONEY_CALLS,
  ['GET events', call('GET', () => '/api/admin/events'), 200, 200],
  ['POST events', call('POST', () => '/api/admin/events', eventForm), 201, 201],
  ['GET own event', call('GET', (on) => `/api/admin/events/${on.own.id}`), 200, 200],
  ["GET another's event", call('GET', (on) => `/api/admin/events/${on.foreign.id}`), 403, 200],
  [
    'PATCH own event',
    call(
      'PATCH',
      (on) => `/api/admin/events/${on.own.id}`,
      () => ({ title: 'Mine', ...seen }),
    ),
    200,
    200,
  ],
  [
    "PATCH another's event",
    call(
      'PATCH',
      (on) => `/api/admin/events/${on.foreign.id}`,
      () => ({ title: 'Theirs', ...seen }),
    ),
    403,
    200,
  ],
  ['POST duplicate own', call('POST', (on) => `/api/admin/events/${on.own.id}/duplicate`), 201, 201],
  ["POST duplicate another's", call('POST', (on) => `/api/admin/events/${on.foreign.id}/duplicate`), 403, 201],
  ['DELETE own event', call('DELETE', (on) => `/api/admin/events/${on.own.id}`), 200, 200],
  ["DELETE another's event", call('DELETE', (on) => `/api/admin/events/${on.foreign.id}`), 403, 200],
  ['DELETE unknown event', call('DELETE', () => '/api/admin/events/none'), 404, 404],
  ['upload to own event', poster((on) => on.own.slug), 200, 200],
  ["upload to another's event", poster((on) => on.foreign.slug), 403, 200],
  ['GET dead messages', call('GET', () => '/api/admin/dead-messages'), 403, 200],
  ['POST unknown dead message', call('POST', () => '/api/admin/dead-messages/none'), 403, 409],
  ['GET venues', call('GET', () => '/api/admin/venues'), 200, 200],
  [
    'POST venues',
    call(
      'POST',
      () => '/api/admin/venues',
      (on) => ({ name: `New at ${on.own.id}`, city: 'Boston' }),
    ),
    403,
    201,
  ],
  [
    'PATCH venue',
    call(
      'PATCH',
      (on) => `/api/admin/venues/${on.own.venue_id}`,
      () => ({ address: '3 Side Street', ...seen }),
    ),
    403,
    200,
  ],
  [
    'POST merge',
    call(
      'POST',
      (on) => `/api/admin/venues/${on.foreign.venue_id}/merge`,
      (on) => ({ into: on.own.venue_id }),
    ),
    403,
    200,
  ],
  ['DELETE used venue', call('DELETE', (on) => `/api/admin/venues/${on.own.venue_id}`), 403, 409],
  ['GET deliveries', call('GET', () => '/api/admin/ingest-deliveries'), 200, 200],
  ['GET summary', call('GET', () => '/api/admin/summary'), 403, 200],
  ['GET clubs', call('GET', () => '/api/admin/clubs'), 403, 200],
  [
    'POST clubs',
    call(
      'POST',
      () => '/api/admin/clubs',
      (on) => ({ name: `New ${on.club.id}` }),
    ),
    403,
    201,
  ],
  [
    'PATCH club',
    call(
      'PATCH',
      (on) => `/api/admin/clubs/${on.club.id}`,
      () => ({ name: 'Renamed', ...seen }),
    ),
    403,
    200,
  ],
  [
    'PATCH club without id',
    call(
      'PATCH',
      () => '/api/admin/clubs',
      () => ({ name: 'Renamed', ...seen }),
    ),
    403,
    422,
  ],
  ['DELETE club', call('DELETE', (on) => `/api/admin/clubs/${on.club.id}`), 403, 200],
  ['GET waitlist', call('GET', () => '/api/admin/waitlist'), 403, 200],
  ['GET waitlist CSV', call('GET', () => '/api/admin/waitlist?format=csv'), 403, 200],
  [
    'PATCH waitlist',
    call(
      'PATCH',
      (on) => `/api/admin/waitlist/${on.entry.id}`,
      () => ({ status: 'accepted', ...seen }),
    ),
    403,
    200,
  ],
  [
    'POST waitlist status',
    call(
      'POST',
      () => '/api/admin/waitlist/status',
      (on) => ({ status: 'declined', items: [{ id: on.entry.id, ...seen }] }),
    ),
    403,
    200,
  ],
  [
    'POST waitlist undo',
    call(
      'POST',
      () => '/api/admin/waitlist/undo',
      (on) => ({ ids: [on.entry.id], undo_until: seen.updated_at }),
    ),
    403,
    409,
  ],
  [
    'POST applications undo',
    call(
      'POST',
      () => '/api/admin/reseller-applications/undo',
      (on) => ({ ids: [on.application.id], undo_until: seen.updated_at }),
    ),
    403,
    409,
  ],
  ['GET applications', call('GET', () => '/api/admin/reseller-applications'), 403, 200],
  ['GET applications CSV', call('GET', () => '/api/admin/reseller-applications?format=csv'), 403, 200],
  [
    'PATCH application',
    call(
      'PATCH',
      (on) => `/api/admin/reseller-applications/${on.application.id}`,
      () => ({ status: 'approved', ...seen }),
    ),
    403,
    200,
  ],
  [
    'POST applications status',
    call(
      'POST',
      () => '/api/admin/reseller-applications/status',
      (on) => ({
        status: 'rejected',
        items: [{ id: on.application.id, ...seen }],
      }),
    ),
    403,
    200,
  ],
  ['GET people', call('GET', () => '/api/admin/people'), 403, 200],
  ['GET person', call('GET', (on) => `/api/admin/people/${on.person.id}`), 403, 200],
  [
    'PATCH person role',
    call(
      'PATCH',
      (on) => `/api/admin/people/${on.person.id}`,
      () => ({ role: { from: 'user', to: 'admin' } }),
    ),
    403,
    200,
  ],
  [
    'PATCH person ban',
    call(
      'PATCH',
      (on) => `/api/admin/people/${on.person.id}`,
      () => ({ is_banned: { from: false, to: true } }),
    ),
    403,
    200,
  ],
  ['DELETE second factor of unknown person', call('DELETE', () => '/api/admin/people/none/second-factor'), 403, 404],
  ['POST sign-out', call('POST', (on) => `/api/admin/people/${on.person.id}/sign-out`), 403, 200],
  ['GET launch', call('GET', () => '/api/admin/launch'), 403, 200],
  ['GET checks of payments', call('GET', () => '/api/admin/launch/payments'), 403, 200],
  // No switch is named `nothing`. A real switch would change only for the first caller, because the body names the old
  // state.
  [
    'PUT launch',
    call(
      'PUT',
      () => '/api/admin/launch/nothing',
      () => ({ is_on: true, was_on: false }),
    ),
    403,
    404,
  ],
  ['GET chat reports', call('GET', () => '/api/admin/chat-reports'), 403, 200],
  ['GET messages around unknown report', call('GET', () => '/api/admin/chat-reports/none/around'), 403, 404],
  [
    'POST unknown report',
    call(
      'POST',
      () => '/api/admin/chat-reports/none',
      () => ({ decision: 'keep' }),
    ),
    403,
    404,
  ],
  ['GET audit', call('GET', () => '/api/admin/audit'), 403, 200],
  ['GET operations', call('GET', () => '/api/admin/operations'), 403, 200],
  [
    'POST release',
    call(
      'POST',
      () => '/api/admin/operations/release',
      () => ({ word: 'release' }),
    ),
    403,
    200,
  ],
  ['GET traffic', call('GET', () => '/api/admin/operations/traffic'), 403, 200],
];
