import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';

/** How a buyer gets the tickets, by kind of hand-over. `by_mail`: the listing was made while hand-overs were off. */
export const BOUGHT_AS: Readonly<Record<HandoverKind | 'by_mail', string>> = {
  file: 'Kept here, you open them',
  transfer: 'Transferred by the seller',
  name_list: 'Your name on the list',
  by_mail: 'Sent to your email',
};
