import { useParams } from '@tanstack/react-router';
import { OwnPass } from '../../features/trade/pass/own-pass.tsx';
import s from '../../features/trade/pass/pass.module.css';

/** The page may have been opened within the app, so the browser may never have loaded it. */
const keepPages = () =>
  void import('../keep-ticket-pages.ts').then(({ keepTicketPages }) => keepTicketPages()).catch(() => undefined);

/** A buyer's pass. Signing out deletes the passes that the phone stores. */
export function PassPage() {
  const { requestId } = useParams({ from: '/pass/$requestId' });
  return (
    <section className={`wrap ${s.page}`}>
      <OwnPass key={requestId} id={requestId} onStored={keepPages} />
    </section>
  );
}
