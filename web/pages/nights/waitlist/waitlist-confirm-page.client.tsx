import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { requestOf, unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';

/**
 * The page behind the link that confirms a place on a waitlist. Opening it changes nothing, because mail scanners open
 * links.
 */
export function WaitlistConfirmPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const token = useSearch({
    strict: false,
    select: (search: { token?: unknown }) => (typeof search.token === 'string' ? search.token : ''),
  });
  const confirm = useMutation({
    mutationFn: () => unwrap(api.waitlist.confirm.$post({ query: { token } })),
    retry: false,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['mine'] }),
  });
  return (
    <section className="wrap message">
      <h1>{confirm.isSuccess ? 'Your place is confirmed' : 'Confirm your place'}</h1>
      {confirm.isSuccess ? (
        <output>You’re on the waitlist. We’ll email you when you’re in.</output>
      ) : (
        <p>Press the button to confirm your place on the waitlist.</p>
      )}
      <Alert>
        {confirm.error && `This link no longer works. Join the waitlist again instead.${requestOf(confirm.error)}`}
      </Alert>
      <p className="row">
        {!confirm.isSuccess && (
          <button
            type="button"
            className="button primary"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            Confirm my place
          </button>
        )}
        <Link to="/events" className="button">
          Browse Events
        </Link>
      </p>
    </section>
  );
}
