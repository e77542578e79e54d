import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import s from './chat-people.module.css';
import type { MessageDialogAbout } from './message-dialog.tsx';

const loadDialog = async () => (await import('./message-dialog.tsx')).MessageDialog;

export function MessageMenu(about: MessageDialogAbout) {
  return (
    <DialogButton
      className={s.more}
      load={loadDialog}
      pass={about}
      aria-label={`Report or block: message from ${about.name}`}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
        <circle cx="3" cy="8" r="1.5" />
        <circle cx="8" cy="8" r="1.5" />
        <circle cx="13" cy="8" r="1.5" />
      </svg>
    </DialogButton>
  );
}
