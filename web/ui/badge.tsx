import s from './badge.module.css';

/** A status in one word. The tone repeats what the word says. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad' | 'live'; children: string }) {
  return (
    <span className={s.badge} data-tone={tone}>
      {children}
    </span>
  );
}
