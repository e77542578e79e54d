import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';

export const HANDOVER_WAYS: readonly { kind: HandoverKind; label: string; means: string }[] = [
  { kind: 'file', label: 'Upload them here', means: 'We store them encrypted. Only the buyer can open them.' },
  {
    kind: 'transfer',
    label: 'Transfer them where you bought them',
    means: 'Once the buyer has paid, you see where to send them. Add a picture as proof.',
  },
  {
    kind: 'name_list',
    label: 'Put the buyer on the list',
    means: 'Once the buyer has paid, you see the name for the list.',
  },
];

export const SHOWN_AT_ONCE = 'Show them as soon as they are paid';
export const SHOWN_LATER = 'Otherwise the buyer can open them from 24 hours before the doors.';
