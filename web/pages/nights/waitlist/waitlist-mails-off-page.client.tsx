import { useMutation } from '@tanstack/react-query';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { requestOf, unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';

/** The page behind the link of an organizer's mail. Opening it changes nothing, because mail scanners open links. */
export function WaitlistMailsOffPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const mail = useSearch({
    strict: false,
    select: (search: { mail?: unknown }) => (typeof search.mail === 'string' ? search.mail : ''),
  });
  const stop = useMutation({
    mutationFn: () => unwrap(api.waitlist.messages.stop.$post({ query: { mail } })),
    retry: false,
  });
  return (
    <section className="wrap message">
      <h1>{stop.isSuccess ? 'These emails are off' : 'Turn these emails off?'}</h1>
      {stop.isSuccess ? (
        <output>The organizer of this night can no longer email you. You keep your place on the waitlist.</output>
      ) : (
        <p>Press the button to stop emails from the organizer of this night. You keep your place on the waitlist.</p>
      )}
      <Alert>{stop.error && `This link doesn’t work. Open it from the email again.${requestOf(stop.error)}`}</Alert>
      <p className="row">
        {!stop.isSuccess && (
          <button type="button" className="button primary" disabled={stop.isPending} onClick={() => stop.mutate()}>
            Turn emails off
          </button>
        )}
        <Link to="/events" className="button">
          Browse Events
        </Link>
      </p>
    </section>
  );
}
