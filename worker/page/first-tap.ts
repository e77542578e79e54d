/** Remembers a click on a page whose code has not loaded yet. web/session/press-first-tap.ts repeats the click. */
export const FIRST_TAP = "addEventListener('click',e=>{window.firstTap=e},true)";
