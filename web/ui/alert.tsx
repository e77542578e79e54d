import type { ReactNode } from 'react';
import s from './alert.module.css';

/** An error in a box, announced to screen readers. Shows nothing without content. */
export function Alert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className={s.alert} role="alert">
      {children}
    </p>
  );
}
