import { useRouteContext } from '@tanstack/react-router';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { useAction } from '../../../use-action.ts';
import resale from '../resale/resale.module.css';
import s from './payouts.module.css';
import { neededWords } from './payout-words.ts';
import type { Payouts } from './payouts.queries.ts';
import { openProviderPage } from './provider-page.ts';

const STATES = {
  none: {
    word: 'Not set up',
    tone: 'live',
    text: 'Our payment provider sends you the money. Tell it once who you are and where to send it. You can list and sell before that.',
    button: 'Set up payouts',
  },
  started: {
    word: 'Not finished',
    tone: 'live',
    text: 'You are paid once the payment provider has what it needs.',
    button: 'Go on',
  },
  ready: {
    word: 'Set up',
    tone: 'good',
    text: 'Your money goes to the account that you gave the payment provider.',
    button: 'Change details',
  },
  restricted: {
    word: 'Stopped',
    tone: 'bad',
    text: 'The payment provider sends you nothing until you give it what is missing. Your money waits.',
    button: 'Give what is missing',
  },
} as const;

/** How the seller stands with the payment provider, and the way to its page. */
export function SetUpCard({ account: { state, requirements, payout_failed_at } }: { account: Payouts['account'] }) {
  const { api } = useRouteContext({ from: '__root__' });
  const open = useAction(() => unwrap(api.my['payout-account'].$post()), {
    reads: [],
    done: ({ url }) => openProviderPage(url),
  });
  const { word, tone, text, button } = STATES[state];
  const needed = neededWords(requirements);
  const isDone = state === 'ready' && needed.length === 0 && payout_failed_at === null;
  return (
    <section className={resale.sheet} aria-labelledby="set-up">
      <div className={s.card}>
        <h2 id="set-up">How you are paid</h2>
        <Badge tone={tone}>{word}</Badge>
        {payout_failed_at !== null && (
          <Alert>
            Your bank refused the last payout. Nothing is lost: give new bank details, and it is sent again.
          </Alert>
        )}
        <p>{text}</p>
        {needed.length > 0 && (
          <div>
            <p>The payment provider asks for:</p>
            <ul className={s.needed}>
              {needed.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        )}
        {state === 'started' && needed.length === 0 && (
          <p className="muted">It checks what you told it. That takes a few minutes at times.</p>
        )}
        <button
          type="button"
          className={isDone ? 'button' : 'button primary'}
          disabled={open.isPending}
          aria-busy={open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {open.isPending ? 'Opening' : payout_failed_at === null ? button : 'Give new bank details'}
        </button>
      </div>
    </section>
  );
}
