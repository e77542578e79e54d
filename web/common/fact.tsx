import type { ReactNode } from 'react';

/** One line of a `<dl>`: the name of a fact, and the fact. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
