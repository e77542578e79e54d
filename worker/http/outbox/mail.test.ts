import { expect, test } from 'vitest';
import { renderMail } from './mail.ts';

const EVENT = {
  title: 'Drum <b>& Bass</b>',
  slug: 'drum-and-bass',
  start_at: new Date('2026-11-28T03:00:00Z'),
  venue: { name: 'Boiler "House"', city: 'Brooklyn' },
};
const STEP = { label: 'See the night', link: 'https://vouch.test/events/drum-and-bass?a=1&b=2' };

test('a mail shows the event, its New York time and its venue in text and in escaped HTML', async () => {
  const { subject, text, html } = await renderMail({
    subject: 'Yes: two\r\nlines',
    text: 'A <i>text</i>',
    event: EVENT,
    step: STEP,
    name: 'Ann <3',
  });
  expect(subject).toBe('Yes: two lines');
  expect(text).toBe(
    [
      'Hi Ann <3,',
      'A <i>text</i>',
      'Drum <b>& Bass</b>\nFriday, November 27, 2026 at 10:00 PM\nBoiler "House", New York',
      `See the night:\n${STEP.link}`,
      'Vouch: real names, real nights',
    ].join('\n\n'),
  );
  for (const part of [
    'Drum &lt;b&gt;&amp; Bass',
    'Friday, November 27, 2026 at 10:00 PM',
    'Boiler &quot;House&quot;, New York',
    'Ann &lt;3',
  ])
    expect(html).toContain(part);
  expect(html).not.toMatch(/<i>|<b>/);
});

test('the only link in a mail is its button', async () => {
  const { html } = await renderMail({
    subject: 'Yes',
    text: 'A text',
    event: EVENT,
    step: STEP,
    code: '123456',
    footer: 'The end',
  });
  expect(html.match(/<a\s[^>]*href="[^"]*"/g)).toHaveLength(1);
  expect(html).toContain('href="https://vouch.test/events/drum-and-bass?a=1&amp;b=2"');
});

test('a mail without a button shows its code and has no link', async () => {
  const { text, html } = await renderMail({ subject: 'Your code', text: 'Enter this.', step: null, code: '123456' });
  expect(text).toBe('Enter this.\n\n123456\n\nVouch: real names, real nights');
  expect(html).toContain('123456');
  expect(html).not.toContain('<a');
});
