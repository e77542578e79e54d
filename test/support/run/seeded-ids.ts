import type { DatabaseSync } from 'node:sqlite';

/** Replaces `crypto.randomUUID`. The new ids are made from `random`, which returns numbers from 0 to below 1. */
export function seedIds(random: () => number): void {
  const hex = (digits: number) => hexFrom(random, digits);
  Object.defineProperty(crypto, 'randomUUID', {
    value: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    configurable: true,
  });
}

export function seedDatabase(database: DatabaseSync, random: () => number): void {
  database.function('randomblob', (count) => Buffer.from(hexFrom(random, 2 * Number(count)), 'hex'));
  database.function('random', () => Math.floor(random() * 2 ** 32));
}

const hexFrom = (random: () => number, digits: number) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
