import type { ReactNode } from 'react';
import s from './alert.module.css';

/** What went wrong, in a box. It is announced. Without content nothing is shown. */
export function Alert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className={s.alert} role="alert">
      {children}
    </p>
  );
}
