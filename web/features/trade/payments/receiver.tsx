import { CopyButton } from '../../people/auth/copy-button.tsx';
import type { Kind } from './paid-request.ts';
import s from './payments.module.css';

const SENDING = { todo: 'Send them to', done: 'Sent to' };
const WORDS: Record<Kind, typeof SENDING> = {
  file: SENDING,
  transfer: SENDING,
  name_list: { todo: 'Put on the list', done: 'On the list' },
};

/** The address or name to which the seller hands over paid tickets, with a button to copy it. */
export function Receiver({ to, kind, isSent }: { to: string; kind: Kind; isSent: boolean }) {
  return (
    <div className={s.receiver}>
      <span>
        {WORDS[kind][isSent ? 'done' : 'todo']} <b>{to}</b>
      </span>
      <CopyButton text={to} label="Copy" />
    </div>
  );
}
