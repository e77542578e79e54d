import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { OfferCard } from '../../features/trade/offers/offer-card.tsx';
import { offerQuery } from '../../features/trade/offers/offers.queries.ts';
import s from '../../features/trade/payments/payments.module.css';
import { ListFailed } from '../../features/trade/resale/ticket-stub.tsx';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useUserId } from '../../session/session.ts';
import { useApi } from '../../use-api.ts';

export function OfferPage() {
  return (
    <RequireSignedIn signedOutTo="/auth">
      <section className={`wrap ${s.page}`}>
        <h1>Your tickets?</h1>
        <OwnOffer />
      </section>
    </RequireSignedIn>
  );
}

function OwnOffer() {
  const api = useApi();
  const { offerId } = useParams({ from: '/offers/$offerId' });
  const user_id = useUserId() ?? '';
  const { data, error, refetch } = useQuery(offerQuery(api, { user_id, id: offerId }));
  if (data) return <OfferCard offer={data} />;
  if (error) return <ListFailed error={error} onRetry={() => void refetch()} />;
  return <output>Loading...</output>;
}
