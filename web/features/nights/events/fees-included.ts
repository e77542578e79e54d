/** Says whether an event's prices include fees. Its face value and price band never do. */
export function areFeesIncluded(event: object): boolean {
  return 'fees_included' in event || 'total_price' in event;
}
