import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';

/** The ways in which tickets change hands, as a seller chooses them. */
export const HANDOVER_WAYS: readonly { kind: HandoverKind; label: string; means: string }[] = [
  { kind: 'file', label: 'Upload them here', means: 'We keep them encrypted, and only the buyer opens them.' },
  {
    kind: 'transfer',
    label: 'Transfer them where you bought them',
    means: 'Once the buyer has paid, you see the address to send them to. You add a picture as proof.',
  },
  {
    kind: 'name_list',
    label: 'Put the buyer on the list',
    means: 'Once the buyer has paid, you see the name that the door needs.',
  },
];

export const SHOWN_AT_ONCE = 'Show them as soon as they are paid';
export const SHOWN_LATER = 'Otherwise the buyer can open them from 24 hours before the doors.';
