import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const CHOICE_KINDS = ['city', 'area', 'age', 'tag', 'venue'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** Counts the event cards of each city, area, age policy, tag and venue. Only triggers on `event_cards` write here. */
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
