import { useParams } from '@tanstack/react-router';
import { TicketScreen } from '../../features/trade/ticket/ticket-screen.tsx';
import s from '../../features/trade/ticket/ticket-screen.module.css';

/**
 * Caches the page for offline use, because a person who came by a link within the app has not loaded the page's HTML.
 */
const keepPages = () =>
  void import('../keep-ticket-pages.ts').then(({ keepTicketPages }) => keepTicketPages()).catch(() => undefined);

/** A bought ticket. Signing out deletes what the phone stores of it. */
export function TicketPage() {
  const { requestId } = useParams({ from: '/pass/$requestId' });
  return (
    <section className={`wrap ${s.page}`}>
      <TicketScreen key={requestId} id={requestId} onStored={keepPages} />
    </section>
  );
}
