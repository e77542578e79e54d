/** Asks for the views of one event, or of all (`null`), from the day `from` on. Days are `yyyy-mm-dd` in New York. */
export interface ViewsWanted {
  event_id: string | null;
  from: string;
}

/** Counts views, and learns nothing about the visitor. */
export interface ViewCounter {
  add: (view: { event_id: string; day: string }) => Promise<void>;
  /** Returns only days that have views. */
  byDay: (wanted: ViewsWanted) => Promise<Map<string, number>>;
}
