import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
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
    text: 'You get paid once the payment provider has what it needs.',
    button: 'Continue',
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
    text: 'The payment provider can’t pay you until you add what is missing. We hold your money until then.',
    button: 'Add what’s missing',
  },
} as const;

export function SetUpCard({ account: { state, requirements, payout_failed_at } }: { account: Payouts['account'] }) {
  const api = useApi();
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
        <h2 id="set-up">How you get paid</h2>
        <Badge tone={tone}>{word}</Badge>
        {payout_failed_at !== null && (
          <Alert>
            Your bank refused the last payout. Nothing is lost. Update your bank details, and we’ll send it again.
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
          <p className="muted">The payment provider is checking your details. This can take a few minutes.</p>
        )}
        <button
          type="button"
          className={isDone ? 'button' : 'button primary'}
          disabled={open.isPending}
          aria-busy={open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {open.isPending ? 'Opening' : payout_failed_at === null ? button : 'Update bank details'}
        </button>
      </div>
    </section>
  );
}
