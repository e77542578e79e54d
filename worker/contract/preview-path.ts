/** What the preview image of an event shows. */
export interface PreviewEvent {
  title: string;
  /** ISO 8601. */
  start_at: string;
  venue: { name: string; city: string };
}

/** Counts up when the drawing changes, so that every address does. */
const DRAWING = 2;

/** A short name for what the image shows: another text, another name. */
export function previewVersion({ title, start_at, venue }: PreviewEvent): string {
  let state = 0x811c9dc5 + DRAWING;
  for (const char of [title, start_at, venue.name, venue.city].join('\n'))
    state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return state.toString(36);
}

/** Where the preview image of an event is. Chats keep what an address gave them, so a changed event has a new address. */
export function previewPath(event: PreviewEvent & { slug: string }): string {
  return `/og/${event.slug}-${previewVersion(event)}.png`;
}
