import { CopyButton } from '../../people/auth/copy-button.tsx';
import s from './payments.module.css';

/** The address that the seller sends paid tickets to, with a button to copy it. */
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
