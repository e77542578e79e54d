import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import type { StoryEvent } from './story-dialog.client.tsx';

const load = () => import('./story-dialog.client.tsx').then((module) => module.StoryDialog);

/** Opens the dialog that makes a picture of an event for a story. `note` is written on the picture. */
export function StoryButton(shared: { event: StoryEvent; note?: string }) {
  return (
    <DialogButton className="button" load={load} pass={shared}>
      Story
    </DialogButton>
  );
}
