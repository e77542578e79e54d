export interface PreviewEvent {
  title: string;
  /** ISO 8601. */
  start_at: string;
  venue: { name: string; city: string };
}

/** Increase this number when previews or stories are drawn differently, so that each image gets a new address. */
const DRAWING = 3;

export function previewVersion({ title, start_at, venue }: PreviewEvent): string {
  let state = 0x811c9dc5 + DRAWING;
  for (const char of [title, start_at, venue.name, venue.city].join('\n'))
    state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return state.toString(36);
}

/** Chat apps cache images by address, so a changed event gets a new address. */
export function previewPath(event: PreviewEvent & { slug: string }): string {
  return `/og/${event.slug}-${previewVersion(event)}.png`;
}

/** The path of the story picture, which has 1080 × 1920 pixels. */
export function storyPath(event: PreviewEvent & { slug: string }): string {
  return `/og/story/${event.slug}-${previewVersion(event)}.png`;
}
