import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useApi } from '../../../use-api.ts';
import { DeskSection } from './desk-section.tsx';
import desk from './desk.module.css';
import { type Desk, messagesQuery } from './desk.queries.ts';
import { peopleCount } from './people-count.ts';
import { WriteMessage } from './write-message.tsx';

const TO = { all: 'everyone', pending: 'people still waiting', accepted: 'accepted people' };

export function WaitlistMessages({ desk: data }: { desk: Desk }) {
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const list = useQuery(messagesQuery(api, data.event.id));
  const messages = list.data?.messages ?? [];
  return (
    <DeskSection
      title="Waitlist messages"
      action={
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          disabled={data.event.status === 'over'}
          onClick={() => setOpen(true)}
        >
          Write to the waitlist
        </button>
      }
    >
      <ListStates list={list} count={messages.length} empty="No messages sent yet.">
        <ol className={desk.messages}>
          {messages.map(({ id, audience, body, recipients, created_at, sender }) => (
            <li key={id}>
              <p className={s.small}>
                <DateTime instant={created_at} /> to {TO[audience]} ({peopleCount(recipients)})
                {sender && `, by ${sender}`}
              </p>
              <p className={desk.text}>{body}</p>
            </li>
          ))}
        </ol>
      </ListStates>
      {isOpen && <WriteMessage desk={data} onClose={() => setOpen(false)} />}
    </DeskSection>
  );
}
