import type { ComponentProps } from 'react';
import s from './field.module.css';
import { FieldFrame } from './field-frame.tsx';

export function Field({
  label,
  prefix,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; prefix?: string; error?: string }) {
  return (
    <FieldFrame label={label} error={error}>
      {(linked) => (
        <>
          {prefix && (
            <span className={s.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <input {...linked} {...input} />
        </>
      )}
    </FieldFrame>
  );
}
