/** Brooklyn displays and filters as New York (decision 11). */
export function displayCity(city: string): string {
  return city.trim().toLowerCase() === 'brooklyn' ? 'New York' : city;
}
