import { CopyButton } from '../../people/auth/copy-button.tsx';
import s from './payments.module.css';

/** The address to which the seller sends paid tickets, with a button that copies it. */
export function Receiver({ address, isSent }: { address: string; isSent: boolean }) {
  return (
    <div className={s.receiver}>
      <span>
        {isSent ? 'Sent to' : 'Send them to'} <b>{address}</b>
      </span>
      <CopyButton text={address} label="Copy" />
    </div>
  );
}
