import { useId } from 'react';
import { printOf } from '../../../../worker/contract/nights/poster-print.ts';
import s from './poster.module.css';

/**
 * The poster of an event without a picture, drawn from `name`, which is the title by default. The same name always
 * gives the same poster. If `lettered`, it shows the title.
 */
export function Poster({
  title,
  name = title,
  label,
  lettered = false,
}: {
  title: string;
  name?: string | undefined;
  label?: string;
  lettered?: boolean;
}) {
  const id = useId();
  const { inks, marks } = printOf(name);
  return (
    <>
      <svg
        className={s.print}
        viewBox="0 0 160 100"
        preserveAspectRatio="xMidYMid slice"
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      >
        <linearGradient id={id} x1="0" y1="0" x2=".6" y2="1">
          <stop stopColor={inks[0]} />
          <stop offset="1" stopColor={inks[1]} />
        </linearGradient>
        <path fill={`url(#${id})`} d="M0 0h160v100H0z" />
        {marks.map(([d, ink, tenths, line]) => (
          <path
            key={d}
            d={d}
            opacity={tenths / 10}
            {...(line ? { fill: 'none', stroke: inks[ink], strokeWidth: line } : { fill: inks[ink] })}
          />
        ))}
      </svg>
      {lettered && <span className={s.lettering}>{title}</span>}
    </>
  );
}
