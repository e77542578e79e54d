import s from './legal.module.css';

/**
 * The line under a form that links to the terms and the privacy page. They open in a new tab, so nothing typed is lost.
 */
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
