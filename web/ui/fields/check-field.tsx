import type { ComponentProps } from 'react';
import s from './field.module.css';

/** A box to tick, with its label. */
export function CheckField({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={s.check}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}
