import { unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';
import { MailLinkPage } from '../mail-link-page.tsx';

export function WaitlistMailsOffPage() {
  const api = useApi();
  return (
    <MailLinkPage
      param="mail"
      act={(mail) => unwrap(api.waitlist.messages.stop.$post({ query: { mail } }))}
      asks={{
        title: 'Turn these emails off?',
        text: 'Press the button to stop emails from the organizer of this night. You keep your place on the waitlist.',
        button: 'Turn emails off',
      }}
      done={{
        title: 'These emails are off',
        text: 'The organizer of this night can no longer email you. You keep your place on the waitlist.',
      }}
      failed="This link doesn’t work. Open it from the email again."
    />
  );
}
