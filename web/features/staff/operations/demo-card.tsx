import type { DemoAccount } from '../../../../worker/contract/staff/demo.ts';
import s from './operations.module.css';

/** Lists a demo's accounts and what each of them sees. Shows nothing outside a demo. */
export function DemoCard({ accounts }: { accounts: readonly DemoAccount[] }) {
  if (accounts.length === 0) return null;
  return (
    <section className={s.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">This is a demo</h2>
      <p className="muted">Sign in as one of these people to see their side of the night.</p>
      <ul className={s.checks}>
        {accounts.map(({ email, password, sees, path }) => (
          <li key={email}>
            <b>{email}</b>
            <code>{password}</code>
            <span className={s.sees}>
              {sees} <a href={path}>{path}</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
