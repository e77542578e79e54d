import type { ComponentProps } from 'react';
import s from './field.module.css';

export function CheckField({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={s.check}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}
