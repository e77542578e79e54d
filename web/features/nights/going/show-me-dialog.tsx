import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import s from './going.module.css';

/**
 * Asks whether friends may see that the person wants to go. Either answer stores the plan to go. If the person closes
 * the dialog without an answer, nothing is stored.
 */
export function ShowMeDialog({ onAnswer, onClose }: { onAnswer: (show: boolean) => void; onClose: () => void }) {
  return (
    <Dialog title="Your friends can see this" onClose={onClose}>
      <p>
        People who vouch for you, people who vouch for them, and people who were at the same night see your first name
        and initials on nights you’re going to or have tickets for. If you write in the chat of such a night, they see
        “Going” next to your name there. You see the people you vouch for, if they agree to be seen too. People you
        block never see you there.
      </p>
      <p className={s.turnOff}>You can turn this off in your account at any time.</p>
      <form method="dialog" className={s.answers}>
        <button className="button primary" onClick={() => onAnswer(true)}>
          Show me
        </button>
        <button className="button" onClick={() => onAnswer(false)}>
          Keep it to myself
        </button>
      </form>
    </Dialog>
  );
}
