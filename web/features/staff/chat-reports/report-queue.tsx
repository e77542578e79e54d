import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import a from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { REASON_WORDS } from '../../talk/chat/report-words.ts';
import { aroundQuery, decideReported, type Reported, useReported } from './chat-reports.queries.ts';
import s from './chat-reports.module.css';

export function ReportQueue() {
  const api = useApi();
  const list = useReported(api);
  const reported = list.data?.pages.flatMap((page) => page.reported) ?? [];
  return (
    <ListStates list={list} count={reported.length} empty="No reported messages to review.">
      <ul className={s.queue}>
        {reported.map((one) => (
          <ReportedMessage key={one.message_id} reported={one} />
        ))}
      </ul>
    </ListStates>
  );
}

function ReportedMessage({ reported }: { reported: Reported }) {
  const api = useApi();
  const [isAround, setAround] = useState(false);
  const { message_id, event, author_id, author_name, body, reported_at, reports } = reported;
  const name = author_name ?? 'A student';
  const decide = useAction((decision: 'remove' | 'keep') => decideReported(api, { message_id, decision }), {
    done: ({ status }) => showToast({ title: status === 'removed' ? 'Message removed' : 'Message kept' }),
  });
  return (
    <li className={s.reported}>
      <p>
        <Link to="/admin/people" search={{ q: author_id }}>
          <b dir="auto">{name}</b>
        </Link>{' '}
        in the chat of{' '}
        <Link to="/events/$slug" params={{ slug: event.slug }} hash="chat">
          {event.title}
        </Link>
      </p>
      <blockquote className={s.text} dir="auto">
        {body}
      </blockquote>
      <p className={a.small}>
        {reports.length} {reports.length === 1 ? 'report' : 'reports'}, the first on <DateTime instant={reported_at} />
      </p>
      <ul className={s.reasons}>
        {reasonsOf(reports).map(({ words, times }) => (
          <li key={words}>
            {words}
            {times > 1 && ` (${times} times)`}
          </li>
        ))}
        {notesOf(reports).map((note) => (
          <li key={note}>
            <q dir="auto">{note}</q>
          </li>
        ))}
      </ul>
      {isAround && <Around reported={reported} />}
      <p className={a.row}>
        <button
          type="button"
          className={`button ${a.danger}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate('remove')}
        >
          Remove<span className="sr"> the message from {name}</span>
        </button>
        <button type="button" className="button" disabled={decide.isPending} onClick={() => decide.mutate('keep')}>
          Keep<span className="sr"> the message from {name}</span>
        </button>
        <button type="button" className="button" aria-expanded={isAround} onClick={() => setAround(!isAround)}>
          {isAround ? 'Hide' : 'Show'} the messages around it
        </button>
      </p>
    </li>
  );
}

function reasonsOf(reports: Reported['reports']) {
  return Object.entries(REASON_WORDS)
    .map(([reason, words]) => ({ words, times: reports.filter((report) => report.reason === reason).length }))
    .filter(({ times }) => times > 0);
}

const notesOf = (reports: Reported['reports']) => [...new Set(reports.flatMap(({ note }) => note ?? []))];

function Around({ reported: { message_id } }: { reported: Reported }) {
  const api = useApi();
  const around = useQuery(aroundQuery(api, message_id));
  return (
    <ListStates list={around} count={around.data?.length ?? 0} empty="These messages are no longer stored.">
      <ol className={s.around}>
        {around.data?.map((message) => (
          <li key={message.id} aria-current={message.id === message_id || undefined}>
            <b dir="auto">{message.author.display_name ?? 'A student'}</b>{' '}
            <span dir="auto">{message.removed ? 'Message removed' : message.body}</span>
          </li>
        ))}
      </ol>
    </ListStates>
  );
}
