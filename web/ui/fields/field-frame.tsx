import { type ReactNode, useId } from 'react';
import s from './field.module.css';

interface Linked {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control (`children`), and an error message, which screen readers announce. */
export function FieldFrame({
  label,
  error,
  isCode = false,
  children,
}: {
  label: string;
  error: string | undefined;
  isCode?: boolean;
  children: (linked: Linked) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <div className={s.box} data-code={isCode ? '' : undefined}>
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `${id}-error` : undefined,
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className={s.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
