import { LazyPart } from '../../ui/lazy-part.tsx';
import s from './event-page.module.css';

const loadLive = () => import('./event-live.client.tsx').then((module) => module.EventLive);

/** The chat of an event, fetched once the page has loaded. Its place is kept free until then. */
export function EventChat() {
  return (
    <div className={s.chat} id="chat">
      <LazyPart
        load={loadLive}
        idle
        failed={<output>The chat could not be loaded. It appears here once there is a connection again.</output>}
      />
    </div>
  );
}
