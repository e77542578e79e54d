import { type ComponentProps, useId } from 'react';
import s from './field.module.css';

/** A labeled field of several lines. With `code` it uses a monospace font. */
export function TextAreaField({
  label,
  error,
  code,
  ...area
}: ComponentProps<'textarea'> & { label: string; error?: string | undefined; code?: boolean }) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <div className={s.box} data-code={code ? '' : undefined}>
        <textarea
          id={id}
          spellCheck={!code}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...area}
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
