import { SLOW_SECONDS } from '../../../../worker/contract/talk/chat.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import s from './chat-people.module.css';
import { safetyCalls } from './my-chat.queries.ts';

export const pauseText = (seconds: number) =>
  seconds < 60 ? `${seconds} seconds` : seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;

/**
 * The slow mode of a chat, for the event's organizers and for admins. If it changes, the room tells every open page.
 */
export function SlowMode({ slug, seconds }: { slug: string; seconds: number }) {
  const api = useApi();
  const set = useAction(safetyCalls(api).slowDown, { reads: [] });
  return (
    <p className={s.slow}>
      <label>
        Slow mode{' '}
        <select
          value={set.isPending ? set.variables.json.seconds : seconds}
          disabled={set.isPending}
          onChange={({ target }) => {
            const json = { seconds: SLOW_SECONDS.find((one) => String(one) === target.value) ?? 0 };
            set.mutate({ slug, json });
          }}
        >
          {SLOW_SECONDS.map((one) => (
            <option key={one} value={one}>
              {one === 0 ? 'Off' : `One message every ${pauseText(one)}`}
            </option>
          ))}
        </select>
      </label>
      <span className="muted">It doesn’t apply to you.</span>
    </p>
  );
}
