import { useParams } from '@tanstack/react-router';
import { OwnPass } from '../../features/trade/pass/own-pass.tsx';
import s from '../../features/trade/pass/pass.module.css';

/** A buyer's pass. Signing out deletes the passes that the phone stores. */
export function PassPage() {
  const { requestId } = useParams({ from: '/pass/$requestId' });
  return (
    <section className={`wrap ${s.page}`}>
      <OwnPass key={requestId} id={requestId} />
    </section>
  );
}
