import { LazyPart } from '../../ui/lazy-part.tsx';
import s from './event-page.module.css';

const loadLive = () => import('./event-live.client.tsx').then((module) => module.EventLive);

export function EventChat() {
  return (
    <div className={s.chat} id="chat">
      <LazyPart
        load={loadLive}
        idle
        failed={<output>The chat couldn’t load. It’ll appear here when you’re back online.</output>}
      />
    </div>
  );
}
