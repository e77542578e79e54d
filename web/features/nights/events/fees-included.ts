/**
 * True of an event whose prices are totals with the fees, because students pay here. Its face value and its price band
 * are without them.
 */
export function areFeesIncluded(event: object): boolean {
  return 'fees_included' in event || 'total_price' in event;
}
