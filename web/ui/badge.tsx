import s from './badge.module.css';

/** How something stands, in a word; the tone only underlines it. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad' | 'live'; children: string }) {
  return (
    <span className={s.badge} data-tone={tone}>
      {children}
    </span>
  );
}
