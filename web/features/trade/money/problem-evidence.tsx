import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import m from './money.module.css';
import { PROBLEM_WORDS } from './money-words.ts';
import type { Story } from './money.queries.ts';
import { ProofFile } from './proof-file.tsx';

type Problem = Story['problems'][number];

const STATUS = {
  open: 'Open',
  replaced: 'The buyer got other tickets',
  refunded: 'The buyer got the money back',
  rejected: 'Decided for the seller',
} as const;

export function ProblemEvidence({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section className={m.part}>
      <h2>Problem</h2>
      {problems.map((problem) => (
        <div key={problem.id}>
          <p>
            <b>{PROBLEM_WORDS[problem.kind]}</b> · {STATUS[problem.status]}
            {problem.status === 'open' && (
              <span className={s.small}>
                {' '}
                will be decided for the buyer on <DateTime instant={problem.decide_by} />
              </span>
            )}
          </p>
          <div className={m.sides}>
            <Side who="The buyer" text={problem.text} file_id={problem.file_id} at={problem.created_at} />
            <Side
              who="The seller"
              text={problem.seller_text}
              file_id={problem.seller_file_id}
              at={problem.seller_answered_at}
            />
          </div>
        </div>
      ))}
    </section>
  );
}

function Side({
  who,
  text,
  file_id,
  at,
}: {
  who: string;
  text: string | null;
  file_id: string | null;
  at: string | null;
}) {
  return (
    <figure className={m.side}>
      <figcaption>
        <b>{who}</b> {at && <DateTime instant={at} />}
      </figcaption>
      {text === null ? <p className="muted">No answer yet.</p> : <blockquote>{text}</blockquote>}
      {file_id && <ProofFile id={file_id} about={`Evidence from ${who.toLowerCase()}`} />}
    </figure>
  );
}
