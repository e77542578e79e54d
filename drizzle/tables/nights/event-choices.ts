import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const CHOICE_KINDS = ['city', 'area', 'age', 'tag', 'venue'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** A city, area, age policy, tag or venue, and its number of event cards. Only triggers on `event_cards` write it. */
export const eventChoices = sqliteTable(
  'event_choices',
  {
    kind: text({ enum: CHOICE_KINDS }).notNull(),
    value: text().notNull(),
    label: text().notNull(),
    cards: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.value] }), index('event_choices_cards').on(t.kind, t.cards)],
);
