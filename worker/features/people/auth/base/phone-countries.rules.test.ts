import { expect, test } from 'vitest';
import { isServedPhone } from './phone-countries.rules.ts';

test.each([
  ['a number in Boston', '16175550177', ['US'], true],
  ['a number in Puerto Rico', '17875550177', ['US'], true],
  ['a number in Toronto', '14165550177', ['US'], false],
  ['a number in Toronto where Canada is served', '14165550177', ['US', 'CA'], true],
  ['a number in Jamaica', '18765550177', ['US', 'CA'], false],
  ['a premium-rate number', '19005550177', ['US'], false],
  ['a number that is too short', '1617555', ['US'], false],
  ['a number in London', '447911123456', ['US'], false],
  ['a number in London where Britain is served', '447911123456', ['US', 'GB'], true],
  ['a satellite phone', '8816123456', ['US', 'GB'], false],
  ['any number where no country is served', '16175550177', [], false],
  ['a number of a country without an entry', '37255501770', ['EE'], false],
])('%s', (_, digits, countries, isServed) => {
  expect(isServedPhone(digits, countries)).toBe(isServed);
});
