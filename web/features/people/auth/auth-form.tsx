import type { ComponentProps, ReactNode } from 'react';
import { textOfError } from '../../../session/auth-error-text.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { useForm } from '../../../use-form.ts';
import s from './auth.module.css';

export function AuthForm({
  form: { props, isBusy, error },
  label,
  busyLabel,
  isQuiet = false,
  children,
}: {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'isBusy' | 'error'>;
  label: string;
  busyLabel: string;
  /** True when the page has another main action. */
  isQuiet?: boolean;
  children: ReactNode;
}) {
  return (
    <form className={s.form} {...props}>
      {children}
      <Alert>{error && textOfError(error)}</Alert>
      <button type="submit" className={isQuiet ? 'button' : 'button primary'} disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? busyLabel : label}
      </button>
    </form>
  );
}

export function Sheet({ title, children, ...section }: ComponentProps<'section'> & { title: string }) {
  return (
    <section className={`wrap ${s.sheet}`} {...section}>
      <h1>{title}</h1>
      {children}
    </section>
  );
}
