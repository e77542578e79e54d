import { type ComponentProps, useId } from 'react';
import s from './field.module.css';

/** A labeled select. Its children are the options. */
export function SelectField({
  label,
  error,
  ...select
}: ComponentProps<'select'> & { label: string; error?: string | undefined }) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <div className={s.box}>
        <select
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...select}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={s.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
