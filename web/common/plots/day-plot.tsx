import { type CSSProperties, useId, useState } from 'react';
import s from './numbers.module.css';

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A date (`yyyy-mm-dd`) in short, such as "Mar 12". */
const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

const [WIDTH, HEIGHT, GAP] = [300, 80, 2];

const inWords = (count: number) => count.toLocaleString('en-US');

/**
 * Draws a bar for each day. A tap or the arrow keys choose a day, because a range input lies over the bars. `days` are
 * `yyyy-mm-dd` dates, or other times that `name` can format, oldest first. The title shows the sum or, with `isLevel`,
 * the last count.
 */
export function DayPlot({
  title,
  days,
  counts,
  text = inWords,
  name = dayText,
  isLevel = false,
}: {
  title: string;
  days: readonly string[];
  counts: readonly number[];
  text?: (count: number) => string;
  name?: (day: string) => string;
  isLevel?: boolean;
}) {
  const id = useId();
  const [at, setAt] = useState(days.length - 1);
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.every((count) => count === 0)) {
    return (
      <figure className={s.plot}>
        <figcaption>
          {title}
          <b>{text(0)}</b>
        </figcaption>
        <p className="muted">Nothing in this time.</p>
      </figure>
    );
  }
  const step = WIDTH / days.length;
  const chosen = `${name(days[at]!)}: ${text(counts[at]!)}`;
  return (
    <figure className={s.plot}>
      <figcaption>
        <span id={id}>{title}</span>
        <b>{text(isLevel ? counts.at(-1)! : total)}</b>
      </figcaption>
      <div className={s.bars}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {counts.map((count, index) => {
            const height = count <= 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
            return (
              <rect
                key={days[index]}
                className={index === at ? s.chosen : undefined}
                x={index * step + GAP / 2}
                y={HEIGHT - height}
                width={step - GAP}
                height={height}
              />
            );
          })}
        </svg>
        <input
          type="range"
          style={{ '--bar': `${100 / days.length}%` } as CSSProperties}
          min={0}
          max={days.length - 1}
          value={at}
          aria-labelledby={id}
          aria-valuetext={chosen}
          onChange={({ target }) => setAt(target.valueAsNumber)}
        />
      </div>
      <p className={s.scale}>
        <span>{name(days[0]!)}</span>
        <output className={s.exact}>{chosen}</output>
        <span>{name(days.at(-1)!)}</span>
      </p>
    </figure>
  );
}
