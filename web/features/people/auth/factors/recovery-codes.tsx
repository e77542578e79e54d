import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAuthAction } from '../account/account.queries.ts';
import { askAuth } from '../ask-auth.ts';
import s from '../auth.module.css';
import { CopyButton } from '../copy-button.tsx';

const PATH = '/auth/v1/recovery-codes';

const leftQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['account', user_id, 'recovery-codes'],
    queryFn: () => askAuth<{ left: number }>(PATH),
    staleTime: 10_000,
  });

export function RecoveryCodes({ userId }: { userId: string }) {
  const { data } = useQuery(leftQuery(userId));
  const make = useAuthAction(() => askAuth<{ codes: string[] }>(PATH, {}), { failed: 'Error' });
  if (make.data) return <NewCodes codes={make.data.codes} onDone={make.reset} />;
  const left = data?.left ?? null;
  return (
    <section className={s.form} aria-labelledby="recovery-codes">
      <h4 id="recovery-codes">Recovery codes</h4>
      {left === 0 && <p>You don’t have any yet. They get you back into your account if you lose your phone.</p>}
      {left !== null && left > 0 && (
        <p className="muted">
          {left} of 10 {left === 1 ? 'is' : 'are'} left. New codes replace them.
        </p>
      )}
      <button
        type="button"
        className={left === 0 ? 'button primary' : 'button'}
        disabled={make.isPending}
        onClick={() => make.mutate()}
      >
        {left ? 'Make new recovery codes' : 'Make recovery codes'}
      </button>
    </section>
  );
}

function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${location.host}\n\n${text}\n`)}`;
  return (
    <section className={s.form} aria-labelledby="recovery-codes">
      <h4 id="recovery-codes">Your recovery codes</h4>
      <p>
        Keep them somewhere you can reach without your phone. Each works once instead of your second factor. We won’t
        show them again.
      </p>
      <ol className={s.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={s.row}>
        <CopyButton text={text} label="Copy the codes" />
        <a className="button" href={file} download="recovery-codes.txt">
          Save as a file
        </a>
        <button type="button" className="button primary" onClick={onDone}>
          I’ve saved them
        </button>
      </div>
    </section>
  );
}
