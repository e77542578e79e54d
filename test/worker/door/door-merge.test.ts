import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { scans } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/db.ts';
import { aDoor, aScan, paidTickets, placeOf, scansOf, sendScans, type SentScan } from '../../support/worker/door.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';

beforeEach(() => void fakeProvider());

/** Returns the scans that must count in the end: for each place, the earliest that was not undone. */
function expected(sent: readonly SentScan[]): Map<string, string> {
  const undone = new Set(sent.filter((scan) => scan.undone).map(({ nonce }) => nonce));
  const first = new Map<string, SentScan>();
  for (const scan of sent) {
    const best = first.get(scan.place);
    if (undone.has(scan.nonce)) continue;
    if (!best || [scan.at, scan.nonce].join() < [best.at, best.nonce].join()) first.set(scan.place, scan);
  }
  return new Map(Array.from(first, ([place, { nonce }]) => [place, nonce]));
}

test('300 scans by two offline doors merge without a double entry, in any order of arrival', async () => {
  const { event, owner } = await aDoor();
  const sold = await Promise.all(Array.from({ length: 20 }, () => paidTickets(event, { quantity: 6, buyer: owner })));
  const all = sold.flatMap(({ request }) => [1, 2, 3, 4, 5, 6].map((position) => placeOf(request.id, position)));
  const from = Date.now() - 3_600_000;
  const made = fc.array(
    fc.record({
      place: fc.integer({ min: 0, max: all.length - 1 }),
      at: fc.integer({ min: 0, max: 3_500_000 }),
      door: fc.constantFrom('Front', 'Back'),
      isUndone: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      isRepeated: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      order: fc.tuple(fc.integer(), fc.integer(), fc.integer()),
    }),
    { minLength: 300, maxLength: 300 },
  );
  await fc.assert(
    fc.asyncProperty(made, fc.integer({ min: 7, max: 200 }), async (scanned, size) => {
      await db.delete(scans).where(eq(scans.event_id, event.id));
      const sent = scanned
        .flatMap(({ place, at, door, isUndone, isRepeated, order }) => {
          const scan = aScan(all[place]!, { at: new Date(from + at).toISOString() });
          return [
            { door, order: order[0], scan },
            ...(isUndone ? [{ door, order: order[1], scan: { ...scan, undone: true } }] : []),
            ...(isRepeated ? [{ door, order: order[2], scan }] : []),
          ];
        })
        .toSorted((a, b) => a.order - b.order);
      for (const door of ['Front', 'Back']) {
        const own = sent.filter((each) => each.door === door).map(({ scan }) => scan);
        for (let at = 0; at < own.length; at += size) {
          const { status } = await sendScans(event.slug, { ...owner, scans: own.slice(at, at + size), door });
          expect(status).toBe(200);
        }
      }
      const rows = await scansOf(event.id);
      const inside = rows.filter(({ seat }) => seat !== null);
      expect(rows).toHaveLength(300);
      expect(new Map(inside.map(({ place, nonce }) => [place, nonce]))).toEqual(expected(sent.map(({ scan }) => scan)));
      expect(inside.length).toBe(new Set(inside.map(({ place }) => place)).size);
    }),
    { numRuns: 3 },
  );
}, 60_000);
