/**
 * The views to read: of one event, or of all events (`null`), from the day `from` on. Days are `yyyy-mm-dd` in New
 * York.
 */
export interface ViewsWanted {
  event_id: string | null;
  from: string;
}

/** Counts views of event pages. It learns nothing about the visitor. */
export interface ViewCounter {
  add: (view: { event_id: string; day: string }) => Promise<void>;
  /** Returns the views of each day that has any. */
  byDay: (wanted: ViewsWanted) => Promise<Map<string, number>>;
}
