import { type ReactNode, useEffect } from 'react';
import s from './account.module.css';

/** A section of the account page. `id` is its fragment in the URL. */
export interface AccountSection {
  id: string;
  title: string;
  content: ReactNode;
  isOn?: boolean | undefined;
}

export function AccountSections({ sections }: { sections: readonly AccountSection[] }) {
  const shown = sections.filter(({ isOn }) => isOn !== false);
  const ids = shown.map(({ id }) => id).join(' ');
  useEffect(() => {
    const asked = location.hash.slice(1);
    if (ids.split(' ').includes(asked)) document.getElementById(asked)?.scrollIntoView();
  }, [ids]);
  return (
    <div className={s.page}>
      <nav className={s.links} aria-label="On this page">
        <ul>
          {shown.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={s.sections}>
        {shown.map(({ id, title, content }) => (
          <section key={id} id={id} className={s.section} aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`}>{title}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
