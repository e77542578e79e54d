/**
 * Which views are read: those of one event, or of all events (`null`), from the first day on. Days are `yyyy-mm-dd` in
 * New York.
 */
export interface ViewsWanted {
  event_id: string | null;
  from: string;
}

/** Counts how often the pages of events are opened. It gets no word about the visitor. */
export interface ViewCounter {
  add: (view: { event_id: string; day: string }) => Promise<void>;
  /** The views of each day that has any. */
  byDay: (wanted: ViewsWanted) => Promise<Map<string, number>>;
}
