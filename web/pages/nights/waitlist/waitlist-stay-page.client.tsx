import { useMutation } from '@tanstack/react-query';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { requestOf, unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';

/**
 * The page behind the link that keeps a person on a waitlist. Opening it changes nothing, because mail scanners open
 * links.
 */
export function WaitlistStayPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const token = useSearch({
    strict: false,
    select: (search: { token?: unknown }) => (typeof search.token === 'string' ? search.token : ''),
  });
  const stay = useMutation({ mutationFn: () => unwrap(api.waitlist.stay.$post({ query: { token } })), retry: false });
  return (
    <section className="wrap message">
      <h1>{stay.isSuccess ? 'You are back in line' : 'Do you still want to come?'}</h1>
      {stay.isSuccess ? (
        <output>You’ll get offers again, in your old place.</output>
      ) : (
        <p>
          Two offers went unanswered, so we’ve stopped offering you tickets. Press the button to get your old place
          back.
        </p>
      )}
      <Alert>
        {stay.error && `This link doesn’t work. Join the waitlist of the night again instead.${requestOf(stay.error)}`}
      </Alert>
      <p className="row">
        {!stay.isSuccess && (
          <button type="button" className="button primary" disabled={stay.isPending} onClick={() => stay.mutate()}>
            Yes, I still want to come
          </button>
        )}
        <Link to="/events" className="button">
          Browse Events
        </Link>
      </p>
    </section>
  );
}
