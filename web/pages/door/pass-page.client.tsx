import { useParams } from '@tanstack/react-router';
import { OwnPass } from '../../features/trade/pass/own-pass.tsx';
import s from '../../features/trade/pass/pass.module.css';

/** The pass of a buyer. A signed-out phone has none: signing out deletes what it has kept. */
export function PassPage() {
  const { requestId } = useParams({ from: '/pass/$requestId' });
  return (
    <section className={`wrap ${s.page}`}>
      <OwnPass key={requestId} id={requestId} />
    </section>
  );
}
