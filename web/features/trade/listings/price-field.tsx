import { type ComponentProps, useId } from 'react';
import { priceOf } from '../../../../worker/contract/trade/fees.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { useFees } from '../../../common/launch/use-fees.ts';
import { type Band, priceProblem, readPrice } from './ask-price.ts';
import s from '../resale/resale.module.css';

/** The step of the slider in dollars. */
const STEP = 0.25;

export function PriceField({
  field,
  band,
}: {
  field: Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'onChange'> & { value: string };
  /** Undefined until it is known. */
  band: Band | undefined;
}) {
  const fees = useFees();
  const price = readPrice(field.value);
  const isInside = price === null || band === undefined ? undefined : priceProblem(field.value, band) === null;
  const one = fees && price !== null ? priceOf({ ask_cents: cents(price), quantity: 1, fees }) : null;
  return (
    <div className={s.band}>
      <Field label="Price per ticket" prefix="$" inputMode="decimal" autoComplete="off" {...field} />
      {band && !field.error && (
        <p className={s.small}>
          Fair price band {priceText(band.min)} to {priceText(band.max)}
          {fees && ', before fees'}
        </p>
      )}
      {band && band.max > band.min && <BandSlider field={field} band={band} />}
      <output data-inside={isInside}>
        {isInside === true && band && !field.error && 'Inside the band'}
        {isInside === false && band && !field.error && (price! < band.min ? 'Below the band' : 'Above the band')}
      </output>
      {one && (
        <p className={s.small} aria-live="polite">
          You receive <b>{priceText(dollars(one.receives_cents))}</b> per ticket. Buyers pay{' '}
          <b>{priceText(dollars(one.total_cents))} in all</b>.
        </p>
      )}
    </div>
  );
}

function BandSlider({
  field,
  band: { min, max },
}: {
  field: Parameters<typeof PriceField>[0]['field'];
  band: Exclude<Band, null>;
}) {
  const id = useId();
  const typed = readPrice(field.value);
  const value = Math.min(Math.max(typed ?? (min + max) / 2, min), max);
  return (
    <>
      <label htmlFor={id} className="sr">
        Fair price, as a slider
      </label>
      <input
        id={id}
        type="range"
        className={s.slider}
        min={min}
        max={max}
        step={STEP}
        value={value}
        aria-valuetext={priceText(value)}
        name={field.name}
        onChange={field.onChange}
      />
    </>
  );
}
