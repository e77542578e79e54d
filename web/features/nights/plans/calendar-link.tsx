import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiClient, unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import s from './plans.module.css';

const calendarLinkQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'calendar-link'],
    queryFn: async () => (await unwrap(api.my['calendar-link'].$get())).made_at,
  });

/** The secret address of the calendar is shown only once. */
export function CalendarLink({ userId }: { userId: string }) {
  const api = useApi();
  const [url, setUrl] = useState('');
  const { data: madeAt } = useQuery(calendarLinkQuery(api, userId));
  const make = useAction(() => unwrap(api.my['calendar-link'].$post()), {
    reads: ['mine'],
    done: (made) => setUrl(made.url),
  });
  const end = useAction(() => unwrap(api.my['calendar-link'].$delete()), {
    reads: ['mine'],
    done: () => {
      setUrl('');
      showToast({ title: 'Calendar address removed' });
    },
  });
  const isBusy = make.isPending || end.isPending;
  return (
    <section className={s.part} aria-labelledby="calendar">
      <h2 id="calendar">In your calendar</h2>
      <p className={s.explains}>
        {url
          ? 'Add this address to your calendar app. Keep it private: anyone who has it can see your nights. We won’t show it again.'
          : madeAt
            ? 'Your calendar has a secret address. It stops working when you make a new one or change your password.'
            : 'Your calendar app can follow these nights and every change to them, through a secret address that only you know.'}
      </p>
      {url && <Address url={url} />}
      <p className="row">
        <button type="button" className="button" disabled={isBusy} onClick={() => make.mutate(undefined)}>
          {madeAt ? 'Make a new address' : 'Make an address'}
        </button>
        {madeAt && (
          <button type="button" className="button" disabled={isBusy} onClick={() => end.mutate(undefined)}>
            Remove the address
          </button>
        )}
      </p>
    </section>
  );
}

function Address({ url }: { url: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setSaid('Address copied'),
      () => setSaid('Select the address and copy it.'),
    );
  return (
    <>
      <code className={s.address}>{url}</code>
      <p className="row">
        <a className="button primary" href={url.replace(/^https?:/, 'webcal:')}>
          Add to calendar app
        </a>
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <output>{said}</output>
      </p>
    </>
  );
}
