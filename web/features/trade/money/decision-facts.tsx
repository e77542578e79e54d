import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import m from './money.module.css';
import type { Story } from './money.queries.ts';
import { ProblemEvidence } from './problem-evidence.tsx';
import { ProofFile } from './proof-file.tsx';

export function DecisionFacts({ story, decision }: { story: Story; decision: NonNullable<Story['decision']> }) {
  const { facts, proof_file_id, ticket_files } = decision;
  return (
    <>
      {story.problems.length === 0 && <blockquote>“{story.handover?.problem}”</blockquote>}
      <ProblemEvidence problems={story.problems} />
      <section className={m.part}>
        <h3>What we know</h3>
        {facts.length === 0 && <p className="muted">Nothing else. No file was opened and no ticket was scanned.</p>}
        <ul className={m.list} aria-label="What we know">
          {facts.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <span>{text}</span>
              <span className={s.small}>
                <DateTime instant={at} />
              </span>
            </li>
          ))}
        </ul>
        {proof_file_id && (
          <figure className={m.side}>
            <figcaption>The seller’s proof of the transfer</figcaption>
            <ProofFile id={proof_file_id} about="The seller’s proof" />
          </figure>
        )}
        {ticket_files.map((id, at) => (
          <ProofFile key={id} id={id} about={`The file of ticket ${at + 1}`} />
        ))}
      </section>
    </>
  );
}
