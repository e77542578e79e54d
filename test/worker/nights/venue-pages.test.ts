import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, venues, venueSlugs } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { launch } from '../../support/worker/launch.ts';
import { open } from '../../support/worker/open-page.ts';

beforeEach(async () => {
  await db.batch([db.delete(events), db.delete(venues)]);
  await launch('venues', true);
});

/** A venue with one event for each item of `starts`, which are hours from now. */
async function aVenue({ starts = [24], ...over }: Partial<ReturnType<typeof venueRow>> & { starts?: number[] } = {}) {
  const venue = venueRow(over);
  const rows = starts.map((hours) => eventRow({ venue_id: venue.id, start_at: inHours(hours) }));
  await db.insert(venues).values(venue);
  for (const row of rows) await db.insert(events).values(row);
  return { venue, rows };
}

const markup = (html: string) => html.slice(html.indexOf('id="root"'), html.indexOf('id="query-cache"'));

test('a venue page shows its address, a map link and its coming events before any script runs', async () => {
  const { venue, rows } = await aVenue({ name: 'Door & Co', address: '5 Side Street', starts: [-200, -1, 24] });
  for (const hidden of [{ is_published: false }, { publish_at: inHours(1) }])
    await db.insert(events).values(eventRow({ venue_id: venue.id, start_at: inHours(30), ...hidden }));
  await aVenue({ starts: [25] });
  // After this request, the page finds the launch switches in the shared cache.
  await ask('/api/launch');
  const { answer, html, cost } = await open(`/venues/${venue.slug}`);
  expect([answer.status, cost.round_trips]).toEqual([200, 1]);
  const text = markup(html);
  expect(text).toContain('Door &amp; Co');
  expect(text).toContain('5 Side Street');
  expect(text).toContain(
    'https://www.google.com/maps/search/?api=1&amp;query=Door+%26+Co%2C+5+Side+Street%2C+New+York%2C+NY',
  );
  const shown = [...text.matchAll(/href="\/events\/([^"]+)"/g)].map(([, slug]) => slug);
  expect(shown).toEqual([rows[1]!.slug, rows[2]!.slug]);
  expect(html.slice(html.indexOf('id="query-cache"'))).toContain(rows[2]!.id);
});

test('a venue page has the metadata that search engines and link previews need', async () => {
  const { venue, rows } = await aVenue({ name: 'The </script> Room' });
  const { html } = await open(`/venues/${venue.slug}`);
  expect(html).toContain('<title>The &lt;/script&gt; Room · Vouch</title>');
  expect(html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787/venues/${venue.slug}">`);
  const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
  expect(structured).toMatchObject({
    '@type': 'EventVenue',
    name: 'The </script> Room',
    address: { streetAddress: '1 Door Street', addressLocality: 'New York', addressRegion: 'NY' },
    event: [{ name: rows[0]!.title, startDate: rows[0]!.start_at.toISOString() }],
  });
});

test('the URL of an unknown venue gets a 404 page, even if its slug contains an encoded slash', async () => {
  const { venue } = await aVenue();
  for (const path of ['/venues/no-such-venue', `/venues/${venue.slug}%2Fx`, '/venues/..%2Fhome']) {
    const { answer, html } = await open(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(html).toContain('noindex');
  }
  expect((await open('/venues/no-such-venue')).html).toContain('Page Not Found');
});

test('the upcoming events of a venue come page by page, without a gap or a repeat', async () => {
  const { venue, rows } = await aVenue({ starts: [24, 24, 24, 25, 26] });
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, cost } = await ask(`/api/venues/${venue.slug}?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(cost.round_trips).toBe(1);
    seen.push(...body.events.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  const ordered = rows.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime() || (a.id < b.id ? -1 : 1));
  expect(seen).toEqual(ordered.map(({ id }) => id));
});

test('with venue pages off, the URL of a venue shows the list of venues', async () => {
  const { venue, rows } = await aVenue();
  await launch('venues', false);
  const grid = markup((await open(`/venues/${venue.slug}?off`)).html);
  expect(grid).toContain('This venue');
  expect(grid).not.toContain('href="/coming-soon"');
  expect(grid).not.toContain('href="/venues/');
  expect(grid).toContain(`href="/events?q=`);
  expect(grid).toContain(`${venue.name} has no page of its own yet.`);
  expect(grid).not.toContain(rows[0]!.slug);
  expect((await open('/venues/no-such-venue?off')).answer.status).toBe(200);
  const answer = await ask(`/api/venues/${venue.slug}?off`);
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect((await open('/sitemap.xml?off')).html).not.toContain('/venues/');
});

test('once an admin turns venue pages on, the list of venues and the sitemap link to them', async () => {
  const { venue } = await aVenue();
  await launch('venues', false);
  const { headers } = await signedInAs('admin');
  expect(markup((await open('/venues')).html)).not.toContain('href="/venues/');
  const moved = await ask('/api/admin/launch/venues', { headers, method: 'PUT', json: { is_on: true, was_on: false } });
  expect(moved.status).toBe(200);
  expect(markup((await open('/venues')).html)).toContain(`href="/venues/${venue.slug}"`);
  expect((await open('/sitemap.xml')).html).toContain(`<loc>http://127.0.0.1:8787/venues/${venue.slug}</loc>`);
});

test('the slug of a merged venue redirects to the venue that stays, even after two merges', async () => {
  const { headers } = await signedInAs('admin');
  const [first, second, third] = [await aVenue(), await aVenue(), await aVenue({ name: 'Last One' })];
  const merge = (from: { id: string }, into: { id: string }) =>
    ask(`/api/admin/venues/${from.id}/merge`, { headers, json: { into: into.id } });
  expect((await merge(first.venue, second.venue)).status).toBe(200);
  expect((await merge(second.venue, third.venue)).status).toBe(200);
  for (const slug of [first.venue.slug, second.venue.slug]) {
    const { answer, cost } = await open(`/venues/${slug}?ref=mail`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/venues/${third.venue.slug}?ref=mail`]);
    expect(cost.round_trips).toBe(1);
  }
  const [kept] = await db.select().from(venues).where(eq(venues.id, third.venue.id));
  const json = { name: 'New Name', updated_at: kept!.updated_at };
  const renamed = await ask(`/api/admin/venues/${third.venue.id}`, { headers, method: 'PATCH', json });
  expect([renamed.status, renamed.body.slug]).toEqual([200, third.venue.slug]);
  expect(markup((await open(`/venues/${third.venue.slug}`)).html)).toContain('New Name');
  expect(await db.$count(venueSlugs)).toBe(2);
});

test('a venue’s own slug wins over the same slug of a merged venue', async () => {
  const { venue: kept } = await aVenue({ starts: [] });
  const { venue: own } = await aVenue({ slug: 'same-slug', starts: [] });
  await db.insert(venueSlugs).values([
    { slug: 'same-slug', venue_id: kept.id },
    { slug: 'was-here', venue_id: kept.id },
  ]);
  expect((await ask('/api/venues/same-slug?own')).body).toMatchObject({ venue: { id: own.id } });
  await db.delete(venues).where(eq(venues.id, kept.id));
  expect(await db.$count(venueSlugs)).toBe(0);
  expect((await ask('/api/venues/was-here?gone')).body.error.code).toBe('venue.not_found');
});
