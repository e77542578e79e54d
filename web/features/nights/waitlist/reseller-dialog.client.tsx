import { useApi } from '../../../use-api.ts';
import { sendForm } from './form-outbox.ts';
import { PersonFormDialog, type PersonFormTexts } from './person-form-dialog.tsx';

const TEXTS: PersonFormTexts = {
  title: 'Become a Verified Ticket Reseller',
  submit: 'Submit Application',
  success: {
    title: 'Application Submitted',
    text: "Your application will be reviewed. You'll be notified via email if you're accepted.",
  },
  failure: 'Failed to submit application. Please try again.',
};

export function ResellerDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  return (
    <PersonFormDialog
      form="reseller"
      texts={TEXTS}
      intro={<p className="muted">Tell us who you are. We check every seller before the first ticket goes up.</p>}
      send={(person) => sendForm(api, { to: 'resellers', form: person })}
      onClose={onClose}
    />
  );
}
