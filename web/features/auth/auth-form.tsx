import type { ComponentProps, FormEventHandler, ReactNode } from 'react';
import s from './auth.module.css';

/** A form of the sign-in screens: fields, what went wrong with the last try, one button. */
export function AuthForm({
  onSubmit,
  label,
  isQuiet = false,
  isBusy,
  hasErrors,
  error,
  children,
}: {
  onSubmit: FormEventHandler<HTMLFormElement>;
  label: string;
  /** Not the one thing its page is for. */
  isQuiet?: boolean;
  isBusy: boolean;
  hasErrors: boolean;
  error?: string | null;
  children: ReactNode;
}) {
  return (
    <form className={s.form} noValidate onSubmit={onSubmit}>
      {children}
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      <button type="submit" className={isQuiet ? 'button' : 'button primary'} disabled={isBusy || hasErrors} aria-busy={isBusy}>
        {label}
      </button>
    </form>
  );
}

/** The sheet a sign-in screen stands on: its title, its content. */
export function Sheet({ title, children, ...section }: ComponentProps<'section'> & { title: string }) {
  return (
    <section className={`wrap ${s.sheet}`} {...section}>
      <h1>{title}</h1>
      {children}
    </section>
  );
}
