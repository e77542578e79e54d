/** Says whether an event's prices include fees. The face value and the price band never include them. */
export function areFeesIncluded(event: object): boolean {
  return 'fees_included' in event || 'total_price' in event;
}
