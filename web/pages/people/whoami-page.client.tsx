import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api.ts';
import { textOfError } from '../../session/auth-error-text.ts';
import { accountQuery } from '../../features/people/auth/account/account.queries.ts';
import s from '../../features/people/auth/auth.module.css';
import { useSession } from '../../session/session.ts';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';

export function WhoamiPage() {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  return (
    <section className={`wrap ${s.form}`}>
      <h1>Who am I</h1>
      {session.status === 'signed_out' ? <p>Not signed in</p> : <Answers user_id={session.user.id} />}
    </section>
  );
}

function Answers({ user_id }: { user_id: string }) {
  const api = useApi();
  const user = useQuery(accountQuery(user_id));
  const profile = useQuery({ queryKey: ['account', user_id, 'me'], queryFn: () => unwrap(api.me.$get()) });
  return (
    <>
      <h2>Auth user</h2>
      <Answer {...user} />
      <h2>Profile</h2>
      <Answer {...profile} />
    </>
  );
}

function Answer({ data, error }: { data: unknown; error: Error | null }) {
  if (error) return <p role="alert">{textOfError(error)}</p>;
  return <pre className={s.json}>{data === undefined ? 'Loading...' : JSON.stringify(data, null, 2)}</pre>;
}
