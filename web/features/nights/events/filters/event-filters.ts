/** The filters of the events list, as its URL and the API carry them. A filter that is empty is not set. */
export interface EventFilters {
  q: string;
  /** `tonight`, `tomorrow`, `weekend` or a date. */
  when: string;
  /** A city as displayed. */
  city: string;
  age: string;
  /** A venue's id. */
  venue: string;
  tag: string;
  /** The most that a ticket may cost, in whole dollars. */
  under: string;
  /** `1` asks for tickets on sale. */
  available: string;
  sort: string;
}

/** What each filter may be. A URL with anything else is read without that filter. */
const ALLOWED: Record<keyof EventFilters, RegExp> = {
  q: /^.{1,200}$/s,
  when: /^(tonight|tomorrow|weekend|\d{4}-\d\d-\d\d)$/,
  city: /^.{1,100}$/,
  age: /^.{1,40}$/,
  venue: /^.{1,64}$/,
  tag: /^.{1,24}$/,
  under: /^(\d{1,2}|1\d\d|2[0-4]\d|250)$/,
  available: /^1$/,
  sort: /^(asc|desc)$/,
};

/** The filters that a URL sets, in the order of `ALLOWED`, so that the same filters always are the same query. */
export function filtersOf(search: Record<string, unknown>): Partial<EventFilters> {
  const set = Object.entries(ALLOWED).flatMap(([name, allowed]) => {
    const given = search[name];
    const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
    const isNoDate =
      name === 'when' && text > '1' && text < 'a' && !new Date(`${text}T12:00Z`).toJSON()?.startsWith(text);
    return allowed.test(text) && !isNoDate ? [[name, text] as const] : [];
  });
  return Object.fromEntries(set);
}
