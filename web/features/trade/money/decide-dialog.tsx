import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DecideHandover } from '../../../../worker/contract/trade/money-desk.ts';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { readForm } from '../../../use-form.ts';
import { DecisionFacts } from './decision-facts.tsx';
import m from './money.module.css';
import { DECISIONS, decisionWords, NEEDS_ANOTHER } from './money-words.ts';
import { moneyCalls, storyQuery } from './money.queries.ts';

type To = DecideHandover['to'];

export function DecideDialog({ request_id, onClose }: { request_id: string; onClose: () => void }) {
  const api = useApi();
  const story = useQuery(storyQuery(api, request_id));
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string>();
  const decide = useAction(moneyCalls(api).decide, {
    done: ({ to, waits }) => {
      showToast(waits ? NEEDS_ANOTHER : { title: DECISIONS[to].done });
      onClose();
    },
  });
  const choose = (to: To) => {
    const { output, problems } = readForm(DecideHandover, { to, note });
    setMissing(problems?.['note']);
    if (output) decide.mutate({ request_id, ...output });
  };
  const decision = story.data?.decision;
  const canReplace = story.data?.problems.some(({ status }) => status === 'open');
  const choices: To[] = canReplace ? ['failed', 'replaced', 'received'] : ['failed', 'received'];
  return (
    <Dialog title="Decide this problem" locked={decide.isPending} onClose={onClose}>
      <form className={s.form} onSubmit={(submitted) => submitted.preventDefault()}>
        <ListStates list={story} count={decision ? 1 : 0} empty="This problem is already decided.">
          {story.data && decision && (
            <>
              <DecisionFacts story={story.data} decision={decision} />
              <TextAreaField
                label="Why (for the audit log)"
                name="note"
                rows={3}
                value={note}
                error={missing}
                onChange={({ target }) => setNote(target.value)}
              />
              <ul className={m.list} aria-label="Decisions">
                {choices.map((to) => (
                  <li key={to}>
                    <span id={`outcome-${to}`}>{decisionWords(to, decision.outcomes)}</span>
                    <button
                      type="button"
                      className="button"
                      aria-describedby={`outcome-${to}`}
                      disabled={decide.isPending}
                      onClick={() => choose(to)}
                    >
                      {DECISIONS[to].button}
                    </button>
                  </li>
                ))}
              </ul>
              <p className={s.small}>This can’t be undone.</p>
            </>
          )}
        </ListStates>
      </form>
    </Dialog>
  );
}
