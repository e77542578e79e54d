import * as v from 'valibot';
import { HOUR } from '../../worker/contract/time/durations.ts';

/*
 * The place that a person leaves to sign in: page, scroll position, and the open purchase sheet. It is kept in local
 * storage, because a mail link opens another tab. On another device, the link leads only to the page.
 */

export type Sheet = v.InferOutput<typeof Sheet>;

const Sheet = v.object({ listing_id: v.string(), quantity: v.string() });
const Place = v.object({ path: v.string(), scroll: v.number(), sheet: v.nullable(Sheet), kept_at: v.number() });
type Place = v.InferOutput<typeof Place>;

export const PLACE_KEY = 'vouch.place';
/** How long a place is kept, in ms: as long as a code in a mail is valid. */
const KEPT_MS = HOUR;
/** How long a page may take to become long enough for the scroll position, in ms. */
const GROWS_MS = 3000;

let openSheet: Sheet | null = null;
let sheetToOpen: Sheet | null = null;

/** Notes which sheet is open, or null if none is. Also forgets a sheet that was still waiting to be reopened. */
export function noteSheet(sheet: Sheet | null): void {
  openSheet = sheet;
  sheetToOpen = null;
}

export function keepPlace(path: string): void {
  const place: Place = { path, scroll: scrollY, sheet: openSheet, kept_at: Date.now() };
  try {
    localStorage.setItem(PLACE_KEY, JSON.stringify(place));
  } catch {
    // Without storage the person returns to the top of the page.
  }
}

/** Returns null if no place is stored or if it is too old. */
export function keptPath(): string | null {
  return readPlace()?.path ?? null;
}

/**
 * Returns whether `path` is the path of the stored place. If so, deletes the stored place, and scrolls to its position
 * once the page is long enough. After `GROWS_MS`, it scrolls as far as the page goes.
 */
export function beginReturn(path: string): boolean {
  const place = readPlace();
  if (place?.path !== path) return false;
  localStorage.removeItem(PLACE_KEY);
  sheetToOpen = place.sheet;
  scrollOnceLongEnough(place.scroll);
  return true;
}

export function returnedSheet(): Sheet | null {
  return sheetToOpen;
}

function readPlace(): Place | null {
  try {
    const kept = v.safeParse(Place, JSON.parse(localStorage.getItem(PLACE_KEY) ?? 'null'));
    return kept.success && Date.now() - kept.output.kept_at < KEPT_MS ? kept.output : null;
  } catch {
    return null;
  }
}

function scrollOnceLongEnough(top: number): void {
  if (top === 0) return;
  const end = Date.now() + GROWS_MS;
  const check = () => {
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top;
    if (isLongEnough || Date.now() > end) scrollTo({ top, behavior: 'instant' });
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
