import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import s from '../../../admin-ui/admin.module.css';
import type { Queue } from './review-queues.ts';

/** The shortcuts can be turned off, because some assistive tools type letters. */
export function KeysDialog({
  queue,
  isOn,
  onTurn,
  onClose,
}: {
  queue: Queue;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  onClose: () => void;
}) {
  const keys = [
    ['J', 'Next row'],
    ['K', 'Previous row'],
    ['A', queue.verbs[queue.keys.a]],
    ['D', queue.verbs[queue.keys.d]],
    ['U', 'Undo the last decision, within ten seconds'],
    ['?', 'This list'],
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={s.facts}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label="Use these keys on this page"
        checked={isOn}
        onChange={({ target }) => onTurn(target.checked)}
      />
    </Dialog>
  );
}
