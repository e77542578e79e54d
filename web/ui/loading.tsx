import s from './loading.module.css';

/** A spinner in the middle of the page. */
export function Loading() {
  return (
    <output className={s.loading}>
      <span className={s.ring} aria-hidden="true" />
      Loading...
    </output>
  );
}
