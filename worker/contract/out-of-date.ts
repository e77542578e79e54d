/** The header of a response that is up to ten minutes old, because a fresh response failed. */
export const OUT_OF_DATE = 'X-Out-Of-Date';
/**
 * The attribute that the root element of a page gets while the page shows an out-of-date response. `after-load.css`
 * shows a banner for it.
 */
export const OUT_OF_DATE_MARK = 'data-old';
