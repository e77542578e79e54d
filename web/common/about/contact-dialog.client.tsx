import { Dialog } from '../../ui/dialogs/dialog.tsx';
import s from './about.module.css';

/** The support address, which the Worker writes into each page. */
function supportEmail(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? '';
}

export function ContactDialog({ onClose }: { onClose: () => void }) {
  const email = supportEmail();
  return (
    <Dialog title="Contact & Support" onClose={onClose}>
      <p>
        Write to us at <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <ul className={s.list}>
        <li>Replies typically come within 24-48 hours.</li>
        <li>If it is urgent, put URGENT in the subject.</li>
      </ul>
      <a className="button primary" href={`mailto:${email}`}>
        Send Email
      </a>
    </Dialog>
  );
}
