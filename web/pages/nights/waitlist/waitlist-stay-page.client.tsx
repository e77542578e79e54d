import { unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';
import { MailLinkPage } from '../mail-link-page.tsx';

export function WaitlistStayPage() {
  const api = useApi();
  return (
    <MailLinkPage
      act={(token) => unwrap(api.waitlist.stay.$post({ query: { token } }))}
      asks={{
        title: 'Do you still want to come?',
        text: 'Two offers went unanswered, so we’ve stopped offering you tickets. Press the button to get your old place back.',
        button: 'Yes, I still want to come',
      }}
      done={{ title: 'You are back in line', text: 'You’ll get offers again, in your old place.' }}
      failed="This link doesn’t work. Join the waitlist of the night again instead."
    />
  );
}
