import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../../worker/contract/talk/chat.ts';
import { isNamed, textParts, typedName, writersOf } from './mention-text.ts';

const tom = { user_id: 'tom', display_name: 'Tom' };
const marie = { user_id: 'marie', display_name: 'Marie' };
const marieB = { user_id: 'marie-b', display_name: 'Marie B' };
const otherMarie = { user_id: 'marie-2', display_name: 'Marie' };
const nameless = { user_id: 'nameless', display_name: null };

const by = (seq: number, user_id: string, removed: ChatMessage['removed'] = null): ChatMessage => ({
  id: `id-${seq}`,
  seq,
  event_id: 'event',
  user_id,
  body: 'Hi',
  created_at: '2026-11-27T03:00:00.000Z',
  client_id: `c-${seq}`,
  author: { display_name: user_id, is_student_verified: false },
  removed,
});

test.each([
  ['no name', [tom], [['no name', null]]],
  ['@Tom', [tom], [['@Tom', 'tom']]],
  [
    'hi @Tom, hi',
    [tom],
    [
      ['hi ', null],
      ['@Tom', 'tom'],
      [', hi', null],
    ],
  ],
  [
    '@Tommy @Tom',
    [tom],
    [
      ['@Tommy ', null],
      ['@Tom', 'tom'],
    ],
  ],
  // The sign after “Tom” is a letter of two UTF-16 units.
  ['@Tom\u{20BB7}', [tom], [['@Tom\u{20BB7}', null]]],
  ['a@Tom.test', [], [['a@Tom.test', null]]],
  [
    '@Marie B and @Marie',
    [marie, marieB],
    [
      ['@Marie B', 'marie-b'],
      [' and ', null],
      ['@Marie', 'marie'],
    ],
  ],
  [
    '@Marie @Marie',
    [marie, otherMarie],
    [
      ['@Marie', 'marie'],
      [' ', null],
      ['@Marie', 'marie-2'],
    ],
  ],
  [
    '@Marie @Marie @Marie',
    [marie, otherMarie],
    [
      ['@Marie', 'marie'],
      [' ', null],
      ['@Marie', 'marie-2'],
      [' ', null],
      ['@Marie', 'marie'],
    ],
  ],
  [
    '@A student!',
    [nameless],
    [
      ['@A student', 'nameless'],
      ['!', null],
    ],
  ],
  ['@', [tom], [['@', null]]],
])('%j is split at its mentions', (body, mentions, parts) => {
  const found = textParts(body, mentions);
  expect(found.map(({ text, user_id }) => [text, user_id])).toEqual(parts);
  expect(found.map(({ text }) => text).join('')).toBe(body);
});

test.each([
  ['@', 1, { from: 0, name: '' }],
  ['hi @Ma', 6, { from: 3, name: 'Ma' }],
  ['hi @Marie B', 11, { from: 3, name: 'Marie B' }],
  ['hi @Ma', 5, { from: 3, name: 'M' }],
  ['mail@host', 9, null],
  ['@Tom\nnext', 9, null],
  ['no name', 7, null],
])('in %j with the cursor at %i, the name being typed is %j', (text, cursor, typed) => {
  expect(typedName(text, cursor)).toEqual(typed);
});

test('a name is found by the start of any of its words, in upper or lower case', () => {
  expect(['', 'mar', 'B', 'Marie b'].map((typed) => isNamed(marieB, typed))).toEqual([true, true, true, true]);
  expect(['arie', 'Marie C', 'x'].map((typed) => isNamed(marieB, typed))).toEqual([false, false, false]);
});

test('each writer is listed once, the latest first, and removed messages do not count', () => {
  const messages = [
    by(1, 'a'),
    by(2, 'b'),
    by(3, 'a'),
    by(4, 'c', { at: '2026-11-27T03:00:00.000Z', by: null }),
    by(5, 'd'),
  ];
  expect(writersOf(messages, new Set(['d'])).map(({ user_id }) => user_id)).toEqual(['a', 'b']);
});
