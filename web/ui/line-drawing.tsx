import type { ReactNode } from 'react';

/**
 * A square line drawing that screen readers skip. It is shown `size` px wide. The coordinates of its
 * children go from 0 to `units`.
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
