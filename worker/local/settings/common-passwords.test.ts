import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';

test('the list has the 5,000 most common passwords of at least eight characters, each once and in lower case', async () => {
  const list = await commonPasswords();
  expect(list.slice(0, 3)).toEqual(['password', '12345678', '123456789']);
  expect(new Set(list).size).toBe(5000);
  expect(list.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
});
