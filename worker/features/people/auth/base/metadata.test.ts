import { expect, test } from 'vitest';
import { displayNameOf, fitsMetadata, mergedMetadata, withProviders } from './metadata.ts';

test('the metadata lists each provider once and keeps the fields that an admin set', () => {
  expect(withProviders({ is_admin: true, provider: 'x' }, ['email', 'google', 'email'])).toEqual({
    is_admin: true,
    provider: 'email',
    providers: ['email', 'google'],
  });
});

test('new fields replace old ones, and null removes a field', () => {
  const [old, fresh] = [
    { name: 'Old', school: 'Sample State' },
    { name: 'New', school: null },
  ];
  expect(mergedMetadata(old, fresh)).toEqual({ name: 'New' });
  expect(mergedMetadata({ name: 'Old' }, undefined)).toEqual({ name: 'Old' });
});

test.each([
  [{ full_name: '  A Student  ' }, 'A Student'],
  [{ name: 'A Student' }, 'A Student'],
  [{ full_name: '   ' }, null],
  [{ full_name: 7 }, null],
  [{}, null],
])('the display name of %j is %j', (metadata, name) => {
  expect(displayNameOf(metadata)).toBe(name);
});

test('metadata that is too long or too deeply nested is refused', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  expect(fitsMetadata({ a: 'x'.repeat(16_000) })).toBe(true);
  expect(fitsMetadata({ a: 'x'.repeat(17_000) })).toBe(false);
  expect(fitsMetadata({ a: nested(31) })).toBe(true);
  expect(fitsMetadata({ a: nested(32) })).toBe(false);
});
