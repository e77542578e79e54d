import { HOUR } from '../../../worker/contract/time/durations.ts';
import { sql } from '../sql.ts';

/**
 * The search index. Each card has two entries: one at `place`, sorted by start, and one at `price_place`, sorted by
 * price. So a search reads its rows in order.
 *
 * `words` is the text. `near` finds typos: it has the words of title, venue, city and tags with one letter left out.
 *
 * `facets` has the token e in each entry. The other tokens are for filters: c city, n neighborhood, v venue, a age
 * policy, t tag, s1 on sale, s2 two tickets of one seller, h hour of the start. The tokens p, q, o and m are the price
 * of a ticket in steps of 1, 4, 16 and 64 dollars. For them, the price is rounded up to whole dollars. A price above
 * 255 dollars has no tokens. The token y is the price in cents minus 1, modulo 100, and z is the tens digit of y. With
 * y and z, a limit that includes fees is exact to the cent. For example, $12.50 has p13 q3 o0 m0 z4 y49, and $13.00 has
 * p13 q3 o0 m0 z9 y99.
 */
export const eventIndex = [
  sql`
    CREATE VIRTUAL TABLE event_index USING fts5(words, near, facets, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 2')`,
  sql`
    CREATE VIEW event_index_rows AS
    SELECT
      place,
      price_place,
      concat_ws(' ', title, venue_name, venue_city, iif(city_key = 'new york', 'New York', NULL), area, description,
        (SELECT group_concat(t.value, ' ') FROM json_each(tags) t)) AS words,
      (SELECT group_concat(substr(w.value, 1, i.value - 1) || substr(w.value, i.value + 1), ' ')
        FROM json_each('[' || replace(json_quote(replace(replace(replace(replace(replace(concat_ws(' ', title,
          venue_name, venue_city,
          (SELECT group_concat(t.value, ' ')
            FROM json_each(tags) t)), '-', ' '), ':', ' '), ',', ' '), '.', ' '), '/', ' ')),
          ' ', '","') || ']') w
        JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') i ON i.value <= length(w.value)
        WHERE length(w.value) BETWEEN 4 AND 16) AS near,
      concat_ws(' ',
        'e',
        'c' || hex(city_key),
        'n' || nullif(hex(area), ''),
        'v' || hex(venue_id),
        'a' || hex(age_policy),
        'h' || (start_at / ${HOUR}),
        iif(tickets > 0, 's1', NULL),
        iif(pair_cents IS NULL, NULL, 's2'),
        (SELECT group_concat('t' || hex(t.value), ' ') FROM json_each(tags) t),
        (SELECT concat('p', d.value / 100, ' q', d.value / 400, ' o', d.value / 1600, ' m', d.value / 6400,
            ' z', d.value % 100 / 10, ' y', d.value % 100)
          FROM json_each(json_array(coalesce(from_cents, ticket_price_cents) + 99)) d WHERE d.value <= 25599)) AS facets
    FROM event_cards`,
  sql`
    CREATE VIEW event_choice_rows AS
    SELECT place, 'city' AS kind, city_key AS value, iif(city_key = 'new york', 'New York', venue_city) AS label
      FROM event_cards
    UNION ALL SELECT place, 'area', area, area FROM event_cards WHERE area IS NOT NULL
    UNION ALL SELECT place, 'age', age_policy, age_policy FROM event_cards
    UNION ALL SELECT place, 'venue', venue_id, venue_name FROM event_cards
    UNION ALL SELECT place, 'tag', t.value, t.value FROM event_cards, json_each(tags) t`,
  sql`
    CREATE TRIGGER event_index_insert AFTER INSERT ON event_cards
    BEGIN
      INSERT INTO event_index (rowid, words, near, facets)
      SELECT iif(k.value, price_place, place), words, near, facets
      FROM (SELECT * FROM event_index_rows WHERE place = new.place LIMIT 1), json_each('[0,1]') k;
      INSERT INTO event_choices (kind, value, label, cards)
      SELECT kind, value, label, 1 FROM event_choice_rows WHERE place = new.place
      ON CONFLICT (kind, value) DO UPDATE SET cards = cards + 1, label = excluded.label;
    END`,
  sql`
    CREATE TRIGGER event_index_update AFTER UPDATE OF tickets, from_cents, pair_cents ON event_cards
    WHEN (new.tickets > 0, new.from_cents, new.pair_cents IS NULL) IS NOT (old.tickets > 0, old.from_cents,
      old.pair_cents IS NULL)
    BEGIN
      DELETE FROM event_index WHERE rowid IN (old.place, old.price_place);
      INSERT INTO event_index (rowid, words, near, facets)
      SELECT iif(k.value, price_place, place), words, near, facets
      FROM (SELECT * FROM event_index_rows WHERE place = new.place LIMIT 1), json_each('[0,1]') k;
    END`,
  sql`
    CREATE TRIGGER event_index_delete BEFORE DELETE ON event_cards
    BEGIN
      DELETE FROM event_index WHERE rowid IN (old.place, old.price_place);
      UPDATE event_choices SET cards = cards - 1
      WHERE (kind, value) IN (SELECT kind, value FROM event_choice_rows WHERE place = old.place);
      DELETE FROM event_choices
      WHERE cards = 0 AND (kind, value) IN (SELECT kind, value FROM event_choice_rows WHERE place = old.place);
    END`,
];
