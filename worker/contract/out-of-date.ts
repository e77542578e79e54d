/** Header of a stored response, up to ten minutes old, that is sent while no fresh response can be made in time. */
export const OUT_OF_DATE = 'X-Out-Of-Date';
/** Attribute of the root element while a page shows such a response. `after-load.css` shows a banner for it. */
export const OUT_OF_DATE_MARK = 'data-old';
