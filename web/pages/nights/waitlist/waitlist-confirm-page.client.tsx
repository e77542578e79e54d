import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';
import { MailLinkPage } from '../mail-link-page.tsx';

export function WaitlistConfirmPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <MailLinkPage
      act={async (token) => {
        await unwrap(api.waitlist.confirm.$post({ query: { token } }));
        await queryClient.invalidateQueries({ queryKey: ['mine'] });
      }}
      asks={{
        title: 'Confirm your place',
        text: 'Press the button to confirm your place on the waitlist.',
        button: 'Confirm my place',
      }}
      done={{
        title: 'Your place is confirmed',
        text: 'You’re on the waitlist. We’ll email you when you’re in.',
      }}
      failed="This link no longer works. Join the waitlist again instead."
    />
  );
}
