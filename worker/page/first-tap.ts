/**
 * Remembers the last click, because the page is visible before its code has loaded. Once the code handles clicks, it
 * presses the button of this click (web/session/press-first-tap.ts).
 */
export const FIRST_TAP = "addEventListener('click',e=>{window.firstTap=e},true)";
