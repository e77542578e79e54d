/** The header of an answer that is up to ten minutes old, because a newer one failed. */
export const OUT_OF_DATE = 'X-Out-Of-Date';
/** The attribute of the root element of a page that shows such an answer. `after-load.css` shows a banner for it. */
export const OUT_OF_DATE_MARK = 'data-old';
