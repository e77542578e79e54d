import { useMutation } from '@tanstack/react-query';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { requestOf, unwrap } from '../../api.ts';
import { Alert } from '../../ui/alert.tsx';

/**
 * The page behind the link of a reminder mail. Opening it changes nothing, because mail scanners open links. Only the
 * button does.
 */
export function RemindersOffPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const token = useSearch({
    strict: false,
    select: (search: { token?: unknown }) => (typeof search.token === 'string' ? search.token : ''),
  });
  const stop = useMutation({
    mutationFn: () => unwrap(api.reminders.stop.$post({ query: { token } })),
    retry: false,
  });
  if (stop.isSuccess) {
    return (
      <section className="wrap message">
        <h1>Reminders are off</h1>
        <output>
          We won’t email you the day before your nights anymore. You can turn that back on in your account.
        </output>
        <p className="row">
          <Link to="/events" className="button">
            Browse Events
          </Link>
        </p>
      </section>
    );
  }
  return (
    <section className="wrap message">
      <h1>Turn reminders off?</h1>
      <p>We email you the day before your nights. Press the button to stop. Your saved nights stay saved.</p>
      <Alert>
        {stop.error &&
          `This link doesn’t work. Turn reminders off on your account page instead.${requestOf(stop.error)}`}
      </Alert>
      <p className="row">
        <button type="button" className="button primary" disabled={stop.isPending} onClick={() => stop.mutate()}>
          Turn reminders off
        </button>
        <Link to="/account" className="button">
          Account
        </Link>
      </p>
    </section>
  );
}
