import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { GoingIntent } from '../../../../drizzle/vocabulary.ts';
import { unwrap } from '../../../api.ts';
import { useUserId } from '../../../session/session.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { LineDrawing } from '../../../ui/line-drawing.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { eventQuery } from '../events/events.queries.ts';
import { facesOf, goingWords } from './going-words.ts';
import { type Going, goingQuery } from './going.queries.ts';
import s from './going.module.css';
import { ShowMeDialog } from './show-me-dialog.tsx';

const INTENTS = { going: 'I’m going', with_somebody: 'I’d go with somebody' } as const satisfies Record<
  GoingIntent,
  string
>;

interface Said {
  intent: GoingIntent | null;
  show?: boolean;
}

/** Loads after the page, so that the page is the same for everybody. */
export function GoingPart() {
  const api = useApi();
  const { slug } = useParams({ from: '/events/$slug' });
  const { data: event } = useQuery(eventQuery(api, slug));
  return event ? <GoingAt event_id={event.id} /> : null;
}

export function GoingAt({ event_id }: { event_id: string }) {
  const api = useApi();
  const signIn = useSignIn();
  const user_id = useUserId();
  const { data } = useQuery(goingQuery(api, { user_id, event_id }));
  const [asked, setAsked] = useState<GoingIntent>();
  const say = useAction(
    async ({ intent, show = false }: Said): Promise<unknown> => {
      const route = api.events[':id'].going;
      const param = { id: event_id };
      return intent ? unwrap(route.$put({ param, json: { intent, show } })) : unwrap(route.$delete({ param }));
    },
    { reads: ['mine'] },
  );
  const mine = say.isPending ? say.variables.intent : (data?.mine ?? null);
  const choose = (intent: GoingIntent) => {
    if (user_id === null) {
      showToast({ title: 'Sign in to say so', text: 'You’ll be back on this page once you’re in.' });
      return signIn();
    }
    if (mine === intent) return say.mutate({ intent: null });
    return data?.shows_going === false ? setAsked(intent) : say.mutate({ intent });
  };
  return (
    <>
      <Friends going={data} isVisitor={user_id === null} />
      <fieldset className={s.buttons} aria-label="Say whether you go">
        {(['going', 'with_somebody'] as const).map((intent) => (
          <button
            key={intent}
            type="button"
            className={mine === intent ? 'button primary' : 'button'}
            aria-pressed={mine === intent}
            disabled={say.isPending || (user_id !== null && !data)}
            onClick={() => choose(intent)}
          >
            {mine === intent && <Check />}
            {INTENTS[intent]}
          </button>
        ))}
      </fieldset>
      {asked && (
        <ShowMeDialog onAnswer={(show) => say.mutate({ intent: asked, show })} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function Friends({ going, isVisitor }: { going: Going | undefined; isVisitor: boolean }) {
  const friends = going?.friends ?? [];
  if (friends.length === 0) return <p className={s.hint}>{hintFor(going, isVisitor)}</p>;
  return (
    <div className={s.friends}>
      <ul className={s.faces} aria-hidden="true">
        {facesOf(friends).map(({ key, initials }) => (
          <li key={key}>{initials}</li>
        ))}
      </ul>
      <p dir="auto">{goingWords({ friends, is_more: going?.is_more ?? false }).join(' ')}</p>
    </div>
  );
}

function hintFor(going: Going | undefined, isVisitor: boolean): string {
  if (isVisitor) return 'Going out with friends? Sign in and say so.';
  if (!going) return '';
  return going.shows_going
    ? 'Once three friends are going, you’ll see them here.'
    : 'Show friends where you go, and you’ll see where they go.';
}

const Check = () => (
  <LineDrawing size={16} units={16} stroke="2.5">
    <path d="m2.5 8.5 3.5 3.5 7.5-8" />
  </LineDrawing>
);
