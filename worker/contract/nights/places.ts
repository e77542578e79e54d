/** Returns the city for display and filters: Brooklyn counts as New York. */
export function displayCity(city: string): string {
  return city.trim().toLowerCase() === 'brooklyn' ? 'New York' : city;
}
