import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { MOST_HELD, ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';
import { useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { useApi } from '../../../use-api.ts';
import { BadgeFirst } from './badge-first.tsx';
import s from './buy-panel.module.css';
import { eligibleFor, type ShownListing } from './eligible-listings.ts';
import { GroupSheet, type HeldGroup, partsOf } from './group-sheet.tsx';

/** Requests more tickets than the cheapest listing has, from several sellers. The buyer gets all tickets or none. */
export function GroupPanel() {
  const api = useApi();
  const { slug } = useParams({ from: '/events/$slug' });
  const session = useSession();
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: session.status === 'signed_in' });
  const { data: event } = useQuery(eventQuery(api, slug));
  const [held, setHeld] = useState<HeldGroup>();
  if (!event || !switches?.handover || session.status !== 'signed_in') return null;
  const listings = eligibleFor(event.listings ?? [], session.user.id);
  const most = Math.min(
    MOST_HELD,
    listings.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  const least = (listings[0]?.quantity ?? 0) + 1;
  // The form disappears when too few tickets are left, but the sheet stays open.
  return (
    <>
      {least <= most && listings.length > 0 && (
        <Form key={least} event={event} me={session.user.id} least={least} most={most} onHeld={setHeld} />
      )}
      {held && <GroupSheet {...held} onClose={() => setHeld(undefined)} />}
    </>
  );
}

function Form({
  event,
  me,
  least,
  most,
  onHeld,
}: {
  event: { id: string; slug: string; listings?: readonly ShownListing[] | null };
  me: string;
  least: number;
  most: number;
  onHeld: (group: HeldGroup) => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [places, setPlaces] = useState(least);
  const ask = useRequestGroup(api, event.id);
  // If too few tickets are left, the form can disappear before the answer comes. `send` runs to its end anyway.
  const send = async () => {
    try {
      const { requests, sellers } = await ask.mutateAsync(places);
      if (requests.some(({ payment }) => payment?.status === 'awaiting'))
        return onHeld({ parts: partsOf(requests, event), sellers });
      showToast({ title: 'Request sent!', text: `${ticketCount(places)}, all or none` });
      await navigate({ to: '/my-tickets' });
    } catch {
      // The form shows the error.
    } finally {
      void queryClient.invalidateQueries({ queryKey: eventQuery(api, event.slug).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
    }
  };
  const wanted = Math.min(Math.max(places, least), most);
  return (
    <section className={s.panel} aria-labelledby="group-heading">
      <form
        className={s.stub}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void send();
        }}
      >
        <h2 id="group-heading">More together</h2>
        <SelectField
          label="Places, all or none"
          value={wanted}
          onChange={({ target }) => setPlaces(Number(target.value))}
        >
          {Array.from({ length: most - least + 1 }, (_, at) => (
            <option key={at} value={least + at}>
              {least + at} together
            </option>
          ))}
        </SelectField>
        <Alert>{ask.error && (ask.error instanceof ApiError ? ask.error.message : 'Please try again.')}</Alert>
        <BadgeFirst event_id={event.id} me={me}>
          <button type="submit" className="button" disabled={ask.isPending}>
            {ask.isPending ? 'Sending' : `Hold ${wanted} places`}
          </button>
        </BadgeFirst>
        <p className={s.fine}>
          From as few sellers as possible, at the best prices. You see the total before you pay. You are charged only
          once every seller has said yes.
        </p>
      </form>
    </section>
  );
}

/** A retry for the same number of places sends the same Idempotency-Key, so the buyer does not get two groups. */
function useRequestGroup(api: ApiClient, event_id: string) {
  const intent = useRef<{ places: number; key: string } | null>(null);
  return useMutation({
    mutationFn: (places: number) => {
      if (intent.current?.places !== places) intent.current = { places, key: crypto.randomUUID() };
      return unwrap(
        api.groups.$post({ header: { 'idempotency-key': intent.current.key }, json: { event_id, places } }),
      );
    },
    networkMode: 'always',
    onSettled: (_made, error) => {
      // A refusal is final. After a network or server failure, the next try keeps the key.
      if (!(error instanceof ApiError) || (error.status > 0 && error.status < 500)) intent.current = null;
    },
  });
}
