import { expect, test } from 'vitest';
import { table, withSection } from '../bench/performance-page.ts';

const chat = {
  title: 'Chat',
  command: 'npm run bench:chat',
  figures: [{ what: 'Messages', figure: '900', reference: '1000', ratio: '0.9' }],
};
const fasterChat = { ...chat, figures: [{ what: 'Messages', figure: '950' }] };
const scroll = {
  title: 'Scroll',
  command: 'npm run bench:scroll',
  figures: [{ what: 'A | B', figure: '12' }],
  text: 'A list of nights.',
};

test('a section replaces the section with the same title, and other sections stay', () => {
  const first = withSection('', { section: scroll, measured: 'Monday' });
  const both = withSection(first, { section: chat, measured: 'Tuesday' });
  const again = withSection(both, { section: fasterChat, measured: 'Friday' });
  expect(again).toContain('Written by `npm run bench:scroll`: Monday.');
  expect(again).toContain('A list of nights.');
  expect(again).toContain('Written by `npm run bench:chat`: Friday.');
  expect(again).not.toContain('Tuesday');
  expect(again.match(/^## .*/gm)).toEqual(['## All figures', '## Chat', '## Scroll']);
});

test('the first table has every figure of every section once', () => {
  const scrolled = withSection('', { section: scroll, measured: 'Monday' });
  const page = withSection(scrolled, { section: chat, measured: 'Monday' });
  const all = table(
    ['Section', 'What', 'Figure', 'Reference', 'Ratio'],
    [
      ['Chat', 'Messages', '900', '1000', '0.9'],
      ['Scroll', 'A | B', '12', '', ''],
    ],
  );
  expect(page).toContain(`## All figures\n\n${all}\n\n## Chat\n\nWritten by`);
  const again = withSection(page, { section: fasterChat, measured: '' });
  expect(again.match(/^\| Chat .*/gm)).toEqual(['| Chat | Messages | 950 |  |  |']);
  expect(again.match(/^\| Scroll .*/gm)).toEqual([String.raw`| Scroll | A \| B | 12 |  |  |`]);
});

test('writing the same section twice changes nothing', () => {
  const once = withSection('', { section: scroll, measured: 'Monday' });
  expect(withSection(once, { section: scroll, measured: 'Monday' })).toBe(once);
});
