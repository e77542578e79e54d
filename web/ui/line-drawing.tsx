import type { ReactNode } from 'react';

/**
 * A square line drawing that screen readers skip. Its children draw on `units` by `units`. It is shown `size` px wide.
 */
export function LineDrawing({
  size = 18,
  units = 20,
  stroke = '1.6',
  children,
}: {
  size?: number;
  units?: number;
  stroke?: string;
  children: ReactNode;
}) {
  return (
    <svg
      viewBox={`0 0 ${units} ${units}`}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
