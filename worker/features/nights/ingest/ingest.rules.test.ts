import * as v from 'valibot';
import { expect, test } from 'vitest';
import { IngestEvent } from '../../../contract/nights/ingest.ts';
import { planIngest, type Known } from './ingest.rules.ts';
import { inGroups } from './ingest-groups.rules.ts';

const nowadays = { id: 'nowadays', name_key: 'nowadays', city_key: 'brooklyn' };
const start = new Date('2030-06-15T02:00:00Z');
const stored = {
  id: 'n',
  name_key: 'ben ufo',
  venue_id: 'nowadays',
  start_at: start,
  source: 'feed',
  external_id: null,
  organizer_id: null,
  has_sales: false,
  sold: null,
};
const NOTHING: Known = { venues: [], aliases: [], events: [], called: [], slugs: new Set(), venue_slugs: new Set() };
const SEVEN = { external_id: '7' };

const event = (over: Record<string, unknown> = {}) =>
  v.parse(IngestEvent, {
    event_name: 'Ben UFO',
    venue_name: 'Nowadays',
    venue_address: 'Brooklyn, NY',
    start_at: '2030-06-14T22:00',
    source: 'feed',
    ...over,
  });

const plan = (events: IngestEvent[], known: Partial<Known> = {}, organizerId: string | null = null) =>
  planIngest({
    items: events.map((one, at) => ({ at, event: one })),
    known: { ...NOTHING, ...known },
    owner: { source: null, reserved: [], organizer_id: organizerId },
    now: new Date('2030-06-01T12:00:00Z'),
  });

test.each([
  ['nothing is stored yet', {}, {}, null],
  ['a stored event has its name, venue and start', {}, { venues: [nowadays], events: [stored] }, 'n'],
  ['the start differs', { start_at: '2030-06-14T23:00' }, { venues: [nowadays], events: [stored] }, null],
  ['the venue is in another city', { venue_address: 'Boston, MA' }, { venues: [nowadays], events: [stored] }, null],
  ['it has no address', { venue_address: null }, { venues: [nowadays], events: [stored] }, 'n'],
  ['it says New York for Brooklyn', { venue_address: 'New York, NY' }, { venues: [nowadays], events: [stored] }, 'n'],
  ['its external id is stored', SEVEN, { events: [{ ...stored, ...SEVEN, name_key: 'other' }] }, 'n'],
  ['another source has its external id', SEVEN, { events: [{ ...stored, ...SEVEN, source: 'other' }] }, null],
  ['its external id is new', SEVEN, { venues: [nowadays], events: [stored] }, null],
  [
    'two events match and one has no external id',
    {},
    { venues: [nowadays], events: [{ ...stored, ...SEVEN, id: 'x' }, stored] },
    'n',
  ],
  [
    'two events match and both have external ids',
    {},
    {
      venues: [nowadays],
      events: [
        { ...stored, id: '7', external_id: '7' },
        { ...stored, id: '8', external_id: '8' },
      ],
    },
    '7',
  ],
])('an incoming event is matched correctly if %s', (_, over, known, id) => {
  const { events } = plan([event(over)], known);
  expect(events.map((planned) => (planned.exists ? planned.id : null))).toEqual([id]);
});

test('items about the same event become one write, and a value that a later item omits is kept', () => {
  const { events, new_venues } = plan([
    event({ description: 'First', price_min: 20 }),
    event({ description: null }),
    event({ source: 'else' }),
  ]);
  expect(events).toMatchObject([
    { items: [0, 1, 2], slug: 'ben-ufo', event: { description: null, ticket_price_cents: 2000, source: 'feed' } },
  ]);
  expect(new_venues).toMatchObject([{ name: 'Nowadays', city: 'Brooklyn', state: 'NY', slug: 'nowadays' }]);
});

test('two items with the same external id, or with an old and a new name of one event, become one write', () => {
  const moved = event({ external_id: '7', event_name: 'Renamed', venue_name: 'Elsewhere' });
  expect(plan([event({ external_id: '7' }), moved]).events).toMatchObject([
    { items: [0, 1], venue: { name_key: 'elsewhere' } },
  ]);
  const renamed = { ...stored, name_key: 'renamed' };
  const known = { venues: [nowadays], events: [renamed], called: [stored] };
  expect(plan([event(), event({ event_name: 'Renamed' })], known).events).toMatchObject([{ id: 'n', items: [0, 1] }]);
});

const namesOf = (over: Record<string, unknown>) =>
  plan([event(over)]).events.map(({ feed_names }) => feed_names.map(({ name_key }) => name_key));

test('an event remembers the name of an incoming item only if the item has no external id', () => {
  expect([namesOf({}), namesOf({ external_id: '7' })]).toEqual([[['ben ufo']], [[]]]);
});

test('slugs that are taken in the database or in the same delivery are skipped', () => {
  const events = ['1', '2', '3'].map((external_id) => event({ external_id }));
  expect(plan(events, { slugs: new Set(['ben-ufo']) }).events.map(({ slug }) => slug)).toEqual([
    'ben-ufo-2030-06-14',
    'ben-ufo-2030-06-14-2',
    'ben-ufo-2030-06-14-3',
  ]);
});

test('a change to another organizer’s event is refused and creates no venue', () => {
  const known = { events: [{ ...stored, ...SEVEN, organizer_id: 'somebody' }] };
  const refused = { events: [], new_venues: [], forbidden: [0] };
  expect(plan([event(SEVEN)], known, 'me')).toMatchObject(refused);
  expect(plan([event({ external_id: '7' })], known, 'somebody').events).toHaveLength(1);
});

const groupsOf = (over: Record<string, unknown>) =>
  inGroups(Array.from({ length: 500 }, (_, at) => ({ at, event: event(over) })));

test('a delivery is split into groups, each small enough for one SQL parameter (2 MB)', () => {
  expect(groupsOf({ description: 'x'.repeat(1500) })).toHaveLength(1);
  const grown = groupsOf({ event_name: '\uFDFA'.repeat(200), venue_name: '\uFDFA'.repeat(200) });
  expect(grown.flat().map(({ at }) => at)).toEqual(Array.from({ length: 500 }, (_, at) => at));
  const folded = new TextEncoder().encode('\uFDFA'.normalize('NFKC').repeat(400)).byteLength;
  for (const group of grown) expect(group.length * (folded + 1600)).toBeLessThan(2_000_000);
  expect(inGroups([])).toEqual([]);
});
