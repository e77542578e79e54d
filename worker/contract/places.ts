/** The city as it is shown and filtered by: Brooklyn counts as New York. */
export function displayCity(city: string): string {
  return city.trim().toLowerCase() === 'brooklyn' ? 'New York' : city;
}
