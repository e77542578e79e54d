import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Event, events } from '../../../drizzle/tables/all-tables.ts';
import { KEPT_DATA } from '../../../worker/contract/people/kept-data.ts';
import { eventPaths, purgePaths } from '../../../worker/http/answers/purge-cache.ts';
import { anEvent as addEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { open } from '../../support/worker/open-page.ts';

const anEvent = (over: Partial<Event> = {}) => addEvent({ start_at: inHours(24), ...over });

const markupOf = (html: string) => html.slice(html.indexOf('id="root"'), html.indexOf('id="query-cache"'));

test('the event and venue pages contain their content before any script runs', async () => {
  const event = await anEvent({ title: 'Finals Are Over' });
  for (const path of ['/', '/events', `/events/${event.slug}`]) {
    const { answer, html } = await open(path);
    expect(answer.status).toBe(200);
    expect(markupOf(html)).toContain('Finals Are Over');
  }
  expect((await open('/venues')).html).toContain('Room venue');
});

test('the terms and the privacy page can be read without scripts, and search engines find them', async () => {
  const terms = await open('/terms');
  expect(terms.html).toContain('No money moves through');
  const { answer, html } = await open('/privacy');
  expect([answer.status, html.match(/<title>(.*?)</)?.[1]]).toEqual([200, 'Privacy · Vouch']);
  for (const { subject } of KEPT_DATA) expect(html).toContain(subject);
  expect(html).toContain('after 180 days');
  const sitemap = (await open('/sitemap.xml')).html;
  for (const path of ['/terms', '/privacy', '/guarantee'])
    expect(sitemap).toContain(`<loc>http://127.0.0.1:8787${path}</loc>`);
});

test('an event page has the metadata that search engines and link previews need', async () => {
  const event = await anEvent({ title: 'Low End "Theory" <Class>', description: 'Bass & garage' });
  const { html } = await open(`/events/${event.slug}`);
  expect(html).toContain('<meta name="build" content="unbuilt">');
  expect(html).toContain('<title>Low End &quot;Theory&quot; &lt;Class&gt; · Vouch</title>');
  expect(html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787/events/${event.slug}">`);
  expect(html).toContain('<meta property="og:description" content="Bass &amp; garage">');
  const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
  expect(structured).toMatchObject({
    '@type': 'MusicEvent',
    name: 'Low End "Theory" <Class>',
    startDate: event.start_at.toISOString(),
  });
});

test('a title that contains a closing script tag is shown as text', async () => {
  const event = await anEvent({ title: '</script><img src=x onerror=alert(1)>' });
  const { html } = await open(`/events/${event.slug}`);
  expect(html).not.toContain('<img src=x');
  expect(html.match(/<\/script>/g)).toHaveLength(html.match(/<script/g)!.length);
});

test('an unknown slug and an unknown path are answered with 404 and an HTML page', async () => {
  for (const path of ['/events/no-such-night', '/events/a%2Fb', '/events/%E0%A4%A', '/no/such/page']) {
    const { answer, html } = await open(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(html).toContain('noindex');
  }
  expect((await open('/no/such/page')).html).toContain('Page Not Found');
});

test('an event path whose slug contains an encoded slash is answered with 404', async () => {
  const event = await anEvent();
  for (const path of [`/events/${event.slug}%2Flistings`, `/events/${event.slug}%2Fmessages`, '/events/..%2Fhome']) {
    expect([path, (await open(path)).answer.status]).toEqual([path, 404]);
  }
});

test('the second request for a public page is answered from the edge cache', async () => {
  const event = await anEvent({ title: 'Kept Night' });
  const path = `/events/${event.slug}`;
  const first = await open(path);
  await db.update(events).set({ title: 'Changed behind the cache' }).where(eq(events.id, event.id));
  const second = await open(path);
  expect([first.answer.headers.get('X-Cache'), second.answer.headers.get('X-Cache')]).toEqual(['MISS', 'HIT']);
  expect(second.html).toContain('Kept Night');
  for (const { answer } of [first, second])
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, s-maxage=30');
  const tag = first.answer.headers.get('ETag')!;
  const unchanged = await open(path, { headers: { 'If-None-Match': tag } });
  expect(unchanged.answer.status).toBe(304);
  expect(unchanged.html).toBe('');
});

test('a path that ends with a slash redirects to the same path without it, on the same host', async () => {
  for (const [from, to] of [
    ['/events/', '/events'],
    ['/events/some-slug/?ref=mail', '/events/some-slug?ref=mail'],
  ] as const) {
    const { answer } = await open(from);
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, to]);
  }
  for (const path of ['/', '//evil.test/', '///evil.test/', '/%5Cevil.test/', '/events//']) {
    expect([path, (await open(path)).answer.headers.get('Location')]).toEqual([path, null]);
  }
});

test('only the canonical spelling of a path is cached at the edge, because writes purge only that spelling', async () => {
  const { slug } = await anEvent({ slug: 'spelled-night' });
  for (const [path, cached] of [
    [`/events/${slug}`, 'HIT'],
    [`/api/events/${slug}`, 'HIT'],
    [`/events/${slug}.ics`, 'HIT'],
    [`/api/events/${slug}/listings`, 'HIT'],
    ['/events/spelled%2Dnight', null],
    ['/EVENTS/spelled-night', null],
    ['//events/spelled-night', null],
    ['/api/events/spelled%2Dnight', null],
    ['/api//events', null],
  ] as const) {
    await open(path);
    expect([path, (await open(path)).answer.headers.get('X-Cache')]).toEqual([path, cached]);
  }
});

test('a path that looks like another host does not put that host into the page’s metadata', async () => {
  for (const path of ['//evil.test/', '//evil.test/events', '///evil.test', '/\\evil.test/']) {
    expect((await open(path)).html).not.toMatch(/"https?:\/\/evil/);
  }
});

const textOf = (html: string) =>
  markupOf(html)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('a past event says that it is over, and offers neither a waitlist nor tickets', async () => {
  await db.update(events).set({ is_published: false });
  await purgePaths('http://vouch.test', eventPaths([]));
  const past = await anEvent({ title: 'Last Week', start_at: inHours(-168), end_at: inHours(-163) });
  const page = textOf((await open(`/events/${past.slug}`)).html);
  expect(page).toContain('Past Event');
  expect(page).toContain('This night is over.');
  for (const text of ['Upcoming Event', 'Demand', 'Join Waitlist', 'Request to Buy', 'Want in?'])
    expect(page).not.toContain(text);
  const home = textOf((await open('/')).html);
  expect(home).toContain('Last Week');
  expect(home).toContain('Past Event');
  for (const text of ['On now', 'Join Waitlist for']) expect(home).not.toContain(text);
});

test('the page of an event that has started says “On now”, and the waitlist stays open', async () => {
  const { slug } = await anEvent({ start_at: inHours(-1), end_at: null });
  const page = textOf((await open(`/events/${slug}`)).html);
  expect(page).toContain('On now');
  expect(page).not.toContain('Upcoming Event');
  expect(page).toContain('Join Waitlist');
});

test('a face value of 1,250 dollars is shown as $1,250, and an event without a face value shows no price', async () => {
  const dear = await anEvent({ ticket_price_cents: 125_000 });
  const free = await anEvent({ ticket_price_cents: null });
  expect(textOf((await open(`/events/${dear.slug}`)).html)).toContain('Face value $1,250');
  expect(textOf((await open(`/events/${free.slug}`)).html)).not.toMatch(/Price to come|Face value/);
  expect(textOf((await open('/events')).html)).not.toContain('Price to come');
});

test('the terms, the privacy page and the refund guarantee promise only what the launch switches allow', async () => {
  expect((await open('/terms')).html).toContain('No money moves through');
  expect((await open('/guarantee')).html).toContain('There’s no refund guarantee today');
  expect((await open('/privacy')).html).not.toContain('Stripe takes card payments');
  const paths = ['/terms', '/privacy', '/guarantee', '/api/launch'];
  await launch('payments', true);
  await purgePaths('http://vouch.test', paths);
  const { html } = await open('/terms');
  expect(html).not.toContain('No money moves through');
  expect(html).toContain('Your card is charged');
  expect(html).not.toContain('other tickets');
  expect((await open('/privacy')).html).toContain('Stripe takes card payments');
  const guarantee = (await open('/guarantee')).html;
  expect(guarantee).toContain('you get all of it back, with the fees');
  expect(guarantee).not.toContain('other tickets');
  await launch('handover', true);
  await purgePaths('http://vouch.test', paths);
  for (const path of ['/terms', '/guarantee']) expect((await open(path)).html).toContain('other tickets');
});
