import s from './legal.module.css';

/**
 * The line under a form that names the terms and the privacy page. They open in a tab of their own, so that nothing
 * typed is lost.
 */
export function LegalNote({ doing }: { doing: string }) {
  return (
    <p className={s.note}>
      By {doing} you accept the{' '}
      <a href="/terms" target="_blank">
        terms
      </a>
      . What we store and for how long stands on the{' '}
      <a href="/privacy" target="_blank">
        privacy page
      </a>
      .
    </p>
  );
}
