import { LineDrawing } from './line-drawing.tsx';
import s from './stamp.module.css';

export function Stamp({ children }: { children: string }) {
  return (
    <span className={s.stamp}>
      <LineDrawing>
        <circle cx="10" cy="10" r="8.200" strokeDasharray="3.200 1.100" />
        <path d="m6.200 10.300 2.600 2.600 5-5.600" strokeWidth="2" />
      </LineDrawing>
      {children}
    </span>
  );
}
