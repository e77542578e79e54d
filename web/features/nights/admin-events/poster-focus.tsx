import type { ChangeEvent } from 'react';
import { FOCUS_STEPS } from '../../../../worker/contract/nights/events/admin-events.ts';
import s from '../../../admin-ui/admin.module.css';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import p from './poster-focus.module.css';

const ACROSS = ['Left edge', 'Left of the middle', 'Middle', 'Right of the middle', 'Right edge'];
const DOWN = ['Top edge', 'Above the middle', 'Middle', 'Below the middle', 'Bottom edge'];

interface Chosen {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
}

export function PosterFocus({ src, x, y }: { src: string; x: Chosen; y: Chosen }) {
  const objectPosition = `${x.value}% ${y.value}%`;
  return (
    <>
      <div className={s.pair}>
        <SelectField label="In view, left to right" {...x}>
          {FOCUS_STEPS.map((step, at) => (
            <option key={step} value={step}>
              {ACROSS[at]}
            </option>
          ))}
        </SelectField>
        <SelectField label="In view, top to bottom" {...y}>
          {FOCUS_STEPS.map((step, at) => (
            <option key={step} value={step}>
              {DOWN[at]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={p.crops}>
        <figure>
          <img src={src} alt="" className={p.card} style={{ objectPosition }} />
          <figcaption className={s.small}>On a card</figcaption>
        </figure>
        <figure>
          <img src={src} alt="" className={p.page} style={{ objectPosition }} />
          <figcaption className={s.small}>On the page, wide</figcaption>
        </figure>
      </div>
    </>
  );
}
