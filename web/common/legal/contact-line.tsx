import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';

const loadContact = () => import('../about/contact-dialog.client.tsx').then((module) => module.ContactDialog);

export function ContactLine({ children }: { children: string }) {
  return (
    <>
      <p>{children}</p>
      <p>
        <DialogButton className="button" load={loadContact} pass={{}}>
          Contact support
        </DialogButton>
      </p>
    </>
  );
}
