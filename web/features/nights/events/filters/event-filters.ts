/** The filters of the events list, as in its URL and the API. An empty string means that the filter is not set. */
export interface EventFilters {
  q: string;
  /** `tonight`, `tomorrow`, `weekend` or a date. */
  when: string;
  /** The city's name as displayed. */
  city: string;
  area: string;
  age: string;
  venue: string;
  tag: string;
  /** The most that a ticket may cost, in whole dollars. */
  under: string;
  /** `1` shows only events with tickets on sale. */
  available: string;
  sort: string;
}

/** The allowed values of each filter. Any other value in a URL is ignored. */
const ALLOWED: Record<keyof EventFilters, RegExp> = {
  q: /^.{1,200}$/s,
  when: /^(tonight|tomorrow|weekend|\d{4}-\d\d-\d\d)$/,
  city: /^.{1,100}$/,
  area: /^.{1,40}$/,
  age: /^.{1,40}$/,
  venue: /^.{1,64}$/,
  tag: /^.{1,24}$/,
  under: /^(\d{1,2}|1\d\d|2[0-4]\d|250)$/,
  available: /^1$/,
  sort: /^(asc|desc)$/,
};

/** Reads the filters from a URL, in the order of `ALLOWED`, so that the same filters always make the same query. */
export function filtersOf(search: Record<string, unknown>): Partial<EventFilters> {
  const set = Object.entries(ALLOWED).flatMap(([name, allowed]) => {
    const given = search[name];
    const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
    const isInvalidDate =
      name === 'when' && text > '1' && text < 'a' && !new Date(`${text}T12:00Z`).toJSON()?.startsWith(text);
    return allowed.test(text) && !isInvalidDate ? [[name, text] as const] : [];
  });
  return Object.fromEntries(set);
}
