import { type ComponentProps, useId } from 'react';
import s from './field.module.css';

/** A labeled input with an optional fixed prefix. Its error is announced and linked to it. */
export function Field({
  label,
  prefix,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; prefix?: string; error?: string }) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <div className={s.box}>
        {prefix && (
          <span className={s.prefix} aria-hidden="true">
            {prefix}
          </span>
        )}
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
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
