import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session.ts';
import s from './admin.module.css';
import { pagesOf } from './admin-pages.ts';

/** What every admin page stands in: the way to the others, the title, what can be done at once. */
export function AdminFrame({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const session = useSession();
  const role = session.status === 'signed_in' ? session.role : 'unknown';
  return (
    <section className={`wrap ${s.frame}`}>
      <nav className={s.nav} aria-label="Admin">
        <ul>
          {pagesOf(role).map(({ to, name }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={s.page}>
        <div className={s.head}>
          <h1>{title}</h1>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
