/**
 * Remembers the button that was tapped last. The page's code arrives after its first frame, and presses this button
 * once it listens itself (web/session/press-first-tap.ts). A menu's button works without code.
 */
export const FIRST_TAP =
  "addEventListener('click',e=>{window.firstTap=e.target.closest('button[type=button]:not([popovertarget])')??window.firstTap},true)";
