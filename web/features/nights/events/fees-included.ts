/** Says whether the prices of tickets on sale include fees. The face value and the price band never include fees. */
export function areFeesIncluded(event: object): boolean {
  return 'fees_included' in event || 'total_price' in event;
}
