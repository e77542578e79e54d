import { useQuery } from '@tanstack/react-query';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type DeadMessage, deadMessagesQuery, sendAgain } from './dead-messages.queries.ts';
import s from './operations.module.css';

const LANE_WORDS: Record<DeadMessage['lane'], string> = {
  codes: 'Code',
  trade: 'Money and trade',
  nights: 'Changed night',
  news: 'Reminder or news',
};

export function DeadMessages() {
  const api = useApi();
  const list = useQuery(deadMessagesQuery(api));
  const messages = list.data ?? [];
  return (
    <section>
      <h2>Messages given up</h2>
      <ListStates list={list} count={messages.length} empty="No message was given up.">
        <ul className={s.checks} aria-label="Messages given up">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      </ListStates>
    </section>
  );
}

function Message({ message }: { message: DeadMessage }) {
  const api = useApi();
  const { id, lane, recipient, attempts, last_error, created_at, is_expired } = message;
  const again = useAction(() => sendAgain(api, id), {
    done: () => showToast({ title: `Sending again to ${recipient}` }),
  });
  return (
    <li data-wrong>
      <span>
        <b>{LANE_WORDS[lane]}</b> to {recipient}, <DateTime instant={created_at} />,{' '}
        {attempts === 1 ? 'tried once' : `tried ${attempts} times`}
      </span>
      {!is_expired && (
        <button type="button" className="button" disabled={again.isPending} onClick={() => again.mutate()}>
          Send again<span className="sr"> to {recipient}</span>
        </button>
      )}
      <span className={s.state}>{last_error ?? 'The reason is unknown.'}</span>
    </li>
  );
}
