/** Of one event, or of all (`null`), from the day `from` on. Days are `yyyy-mm-dd` in New York. */
export interface ViewsWanted {
  event_id: string | null;
  from: string;
}

/** Learns nothing about the visitor. */
export interface ViewCounter {
  add: (view: { event_id: string; day: string }) => Promise<void>;
  /** Only days that have any. */
  byDay: (wanted: ViewsWanted) => Promise<Map<string, number>>;
}
