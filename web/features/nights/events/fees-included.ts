/** Says whether the prices of an event's listings include fees. Its face value and price band never include them. */
export function areFeesIncluded(event: object): boolean {
  return 'fees_included' in event || 'total_price' in event;
}
