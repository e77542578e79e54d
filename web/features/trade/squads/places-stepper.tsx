import { useId } from 'react';
import { SQUAD_PLACES } from '../../../../worker/contract/trade/squads.ts';
import buying from '../buying/buy-panel.module.css';
import s from './squads.module.css';

/** Asks how many people go, the captain included. */
export function PlacesStepper({ value, onChange }: { value: number; onChange: (places: number) => void }) {
  const id = useId();
  return (
    <div className={s.places}>
      <label htmlFor={id}>Places, yours included</label>
      <div className={buying.stepper}>
        <button
          type="button"
          aria-label="One less"
          disabled={value <= SQUAD_PLACES.least}
          onClick={() => onChange(value - 1)}
        >
          −
        </button>
        <output id={id} className={s.count}>
          {value}
        </output>
        <button
          type="button"
          aria-label="One more"
          disabled={value >= SQUAD_PLACES.most}
          onClick={() => onChange(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
