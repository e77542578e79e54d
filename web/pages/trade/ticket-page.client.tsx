import { useParams } from '@tanstack/react-router';
import { TicketScreen } from '../../features/trade/ticket/ticket-screen.tsx';
import s from '../../features/trade/ticket/ticket-screen.module.css';

/** Caches the page's HTML for offline use. A person who came by a link within the app has not loaded this HTML. */
const keepPages = () =>
  void import('../keep-ticket-pages.ts').then(({ keepTicketPages }) => keepTicketPages()).catch(() => undefined);

export function TicketPage() {
  const { requestId } = useParams({ from: '/pass/$requestId' });
  return (
    <section className={`wrap ${s.page}`}>
      <TicketScreen key={requestId} id={requestId} onStored={keepPages} />
    </section>
  );
}
