import { type AdminCall, call, eventForm, keyed, type Objects, seen } from '../admin-objects.ts';

const seriesForm = (on: Objects) => ({ event: eventForm(on), every: 'weekly', until: '2031-11-14' });

const oneGuest = () => ({ guests: [{ name: 'A guest', places: 1 }] });

const aStudent = (on: Objects) => ({ email: on.person.email });

const aSchool = (on: Objects) => ({
  name: `A school of ${on.own.id}`,
  city: 'Boston',
  domains: [{ domain: `${on.own.id}.test`, kind: 'student', includes_subdomains: false, alias_of: null }],
});

const toAll = () => ({ audience: 'all', body: 'Doors open at 9 PM.' });

export const DESK_CALLS: AdminCall[] = [
  ['GET own desk', call('GET', (on) => `/api/admin/events/${on.own.id}/desk`), 200, 200],
  ["GET another's desk", call('GET', (on) => `/api/admin/events/${on.foreign.id}/desk`), 403, 200],
  ['GET own numbers', call('GET', (on) => `/api/admin/events/${on.own.id}/numbers`), 200, 200],
  ["GET another's numbers", call('GET', (on) => `/api/admin/events/${on.foreign.id}/numbers`), 403, 200],
  ['GET numbers', call('GET', () => '/api/admin/numbers'), 403, 200],
  ['GET own messages', call('GET', (on) => `/api/admin/events/${on.own.id}/messages`), 200, 200],
  ["GET another's messages", call('GET', (on) => `/api/admin/events/${on.foreign.id}/messages`), 403, 200],
  // Nobody is on these waitlists.
  ['POST own message', keyed((on) => `/api/admin/events/${on.own.id}/messages`, toAll), 409, 409],
  ["POST another's message", keyed((on) => `/api/admin/events/${on.foreign.id}/messages`, toAll), 403, 409],
  ['GET own guests', call('GET', (on) => `/api/admin/events/${on.own.id}/guests`), 200, 200],
  ["GET another's guests as a file", call('GET', (on) => `/api/admin/events/${on.foreign.id}/guests/file`), 403, 200],
  ['POST own guests', call('POST', (on) => `/api/admin/events/${on.own.id}/guests`, oneGuest), 201, 201],
  ["POST another's guests", call('POST', (on) => `/api/admin/events/${on.foreign.id}/guests`, oneGuest), 403, 201],
  ['DELETE unknown guest', call('DELETE', (on) => `/api/admin/events/${on.own.id}/guests/nobody`), 404, 404],
  ["DELETE another's guest", call('DELETE', (on) => `/api/admin/events/${on.foreign.id}/guests/nobody`), 403, 404],
  ['GET own organizers', call('GET', (on) => `/api/admin/events/${on.own.id}/organizers`), 200, 200],
  ["GET another's organizers", call('GET', (on) => `/api/admin/events/${on.foreign.id}/organizers`), 403, 200],
  [
    'POST a student as own organizer',
    call('POST', (on) => `/api/admin/events/${on.own.id}/organizers`, aStudent),
    422,
    422,
  ],
  [
    "POST a student as another's organizer",
    call('POST', (on) => `/api/admin/events/${on.foreign.id}/organizers`, aStudent),
    403,
    422,
  ],
  ['DELETE own organizer', call('DELETE', (on) => `/api/admin/events/${on.own.id}/organizers/nobody`), 200, 200],
  [
    "DELETE another's organizer",
    call('DELETE', (on) => `/api/admin/events/${on.foreign.id}/organizers/nobody`),
    403,
    200,
  ],
  ['GET own door staff', call('GET', (on) => `/api/admin/events/${on.own.id}/door-staff`), 200, 200],
  ["GET another's door staff", call('GET', (on) => `/api/admin/events/${on.foreign.id}/door-staff`), 403, 200],
  ['POST own door staff', call('POST', (on) => `/api/admin/events/${on.own.id}/door-staff`, aStudent), 201, 201],
  [
    "POST another's door staff",
    call('POST', (on) => `/api/admin/events/${on.foreign.id}/door-staff`, aStudent),
    403,
    201,
  ],
  ['DELETE own door staff', call('DELETE', (on) => `/api/admin/events/${on.own.id}/door-staff/nobody`), 200, 200],
  [
    "DELETE another's door staff",
    call('DELETE', (on) => `/api/admin/events/${on.foreign.id}/door-staff/nobody`),
    403,
    200,
  ],
  ['GET schools', call('GET', () => '/api/admin/schools'), 403, 200],
  ['POST schools', call('POST', () => '/api/admin/schools', aSchool), 403, 201],
  [
    'PUT school',
    call(
      'PUT',
      () => '/api/admin/schools/none',
      (on) => ({ ...aSchool(on), seen: aSchool(on) }),
    ),
    403,
    404,
  ],
  ['decline unknown school', call('POST', () => '/api/admin/schools/asks/none/decline'), 403, 404],
  ['POST series preview', call('POST', () => '/api/admin/event-series/preview', seriesForm), 200, 200],
  ['POST series', keyed(() => '/api/admin/event-series', seriesForm), 201, 201],
  // These events belong to no series.
  [
    'edit later events of own series',
    call(
      'POST',
      (on) => `/api/admin/events/${on.own.id}/following`,
      () => ({ title: 'Mine', ...seen }),
    ),
    404,
    404,
  ],
  [
    "edit later events of another's series",
    call(
      'POST',
      (on) => `/api/admin/events/${on.foreign.id}/following`,
      () => ({ title: 'Theirs', ...seen }),
    ),
    403,
    404,
  ],
  [
    'cancel own event',
    call(
      'POST',
      (on) => `/api/admin/events/${on.own.id}/cancel`,
      () => seen,
    ),
    200,
    200,
  ],
  [
    "cancel another's event",
    call(
      'POST',
      (on) => `/api/admin/events/${on.foreign.id}/cancel`,
      () => seen,
    ),
    403,
    200,
  ],
  // These events are not cancelled, so restoring them changes nothing.
  [
    'restore own event',
    call(
      'POST',
      (on) => `/api/admin/events/${on.own.id}/restore`,
      () => seen,
    ),
    200,
    200,
  ],
  [
    "restore another's event",
    call(
      'POST',
      (on) => `/api/admin/events/${on.foreign.id}/restore`,
      () => seen,
    ),
    403,
    200,
  ],
];
