import s from './legal.module.css';

/** Links to the terms and the privacy page in a new tab, so that nothing typed is lost. */
export function LegalNote({ doing }: { doing: string }) {
  return (
    <p className={s.note}>
      By {doing} you accept the{' '}
      <a href="/terms" target="_blank">
        terms
      </a>
      . The{' '}
      <a href="/privacy" target="_blank">
        privacy page
      </a>{' '}
      says what we store and for how long.{' '}
    </p>
  );
}
