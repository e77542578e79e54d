import { CopyButton } from '../auth/copy-button.tsx';
import s from './payments.module.css';

/** The address to which the seller sends paid tickets, with a button that copies it. */
export function Receiver({ address }: { address: string }) {
  return (
    <div className={s.receiver}>
      <span>
        Send them to <b>{address}</b>
      </span>
      <CopyButton text={address} label="Copy" />
    </div>
  );
}
