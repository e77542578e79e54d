import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api.ts';
import { useApi } from '../../use-api.ts';
import { MailLinkPage } from './mail-link-page.tsx';

export function RemindersOffPage() {
  const api = useApi();
  return (
    <MailLinkPage
      act={(token) => unwrap(api.reminders.stop.$post({ query: { token } }))}
      asks={{
        title: 'Turn reminders off?',
        text: 'We email you the day before your nights. Press the button to stop. Your saved nights stay saved.',
        button: 'Turn reminders off',
      }}
      done={{
        title: 'Reminders are off',
        text: 'We won’t email you the day before your nights anymore. You can turn that back on in your account.',
      }}
      failed="This link doesn’t work. Turn reminders off on your account page instead."
      beside={
        <Link to="/account" className="button">
          Account
        </Link>
      }
    />
  );
}
