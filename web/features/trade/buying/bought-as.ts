import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';

/** What a buyer gets, by kind of hand-over. `by_mail`: the listing was made while hand-overs were off. */
export const BOUGHT_AS: Readonly<Record<HandoverKind | 'by_mail', string>> = {
  file: 'Tickets that we keep for you. You open them here.',
  transfer: 'The seller transfers them to you.',
  name_list: 'Your name on the list at the door.',
  by_mail: 'The seller sends them to your email.',
};
