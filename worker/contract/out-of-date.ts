/** Header of a response that is up to ten minutes old, because a fresh one failed. */
export const OUT_OF_DATE = 'X-Out-Of-Date';
/** Attribute of the root element while a page shows such a response. `after-load.css` shows a banner for it. */
export const OUT_OF_DATE_MARK = 'data-old';
