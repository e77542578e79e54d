/** The city as shown to people: Brooklyn counts as New York. */
export function displayCity(city: string): string {
  return city.trim().toLowerCase() === 'brooklyn' ? 'New York' : city;
}

/**
 * A venue is in an area if its city is one of `cities` (in lower case), or if its address has the state and a ZIP code
 * that begins with one of `zips`, which are patterns for `GLOB`.
 */
export const AREAS = [
  { name: 'Brooklyn', cities: ['brooklyn'], state: 'NY', zips: ['112'] },
  { name: 'Manhattan', cities: ['manhattan'], state: 'NY', zips: ['100', '101', '102'] },
  {
    name: 'Queens',
    cities: ['queens', 'astoria', 'flushing', 'jamaica', 'long island city', 'ridgewood'],
    state: 'NY',
    zips: ['111', '113', '114', '116'],
  },
  { name: 'The Bronx', cities: ['bronx', 'the bronx'], state: 'NY', zips: ['104'] },
  { name: 'Staten Island', cities: ['staten island'], state: 'NY', zips: ['103'] },
  { name: 'Cambridge', cities: ['cambridge'], state: 'MA', zips: ['02138', '02139', '0214[0-2]'] },
  { name: 'Somerville', cities: ['somerville'], state: 'MA', zips: ['0214[3-5]'] },
  { name: 'Allston', cities: ['allston', 'brighton'], state: 'MA', zips: ['0213[45]'] },
  { name: 'Fenway', cities: [], state: 'MA', zips: ['02215'] },
  { name: 'Back Bay', cities: [], state: 'MA', zips: ['02116'] },
  { name: 'South Boston', cities: ['south boston'], state: 'MA', zips: ['02127', '02210'] },
] as const;
