import { expect, test } from 'vitest';
import { readPlace } from './address.ts';

test.each([
  ['56-06 Cooper Ave, Flushing, NY 11385, USA', 'Flushing', 'NY'],
  ['599 Johnson Ave, Brooklyn, NY 11237, USA', 'Brooklyn', 'NY'],
  ['1970 NJ-35, South Amboy, NJ 08879, USA', 'South Amboy', 'NJ'],
  ['165 Mulberry St, Newark, NJ 07102-1234', 'Newark', 'NJ'],
  ['41 Lansdowne St, Boston, ma', 'Boston', 'MA'],
  ['41 Lansdowne St, Boston, Massachusetts 02215, United States', 'Boston', 'MA'],
  ['12 Front St, Floor 2, New York, New York, 10004', 'New York', 'NY'],
  ['Brooklyn, NY', 'Brooklyn', 'NY'],
  ['New York, NY, USA', 'New York', 'NY'],
  ['Boston', 'Boston', null],
  ['8 Northern Avenue, Boston', 'Boston', null],
  ['8 Northern Avenue', null, null],
  ['  ', null, null],
  [',,', null, null],
])('the address %s is in %s, %s', (address, city, state) => {
  expect(readPlace(address)).toEqual({ city, state });
});
