import type { ComponentProps } from 'react';
import { priceText } from '../../../worker/contract/money.ts';
import { Field } from '../../ui/field.tsx';
import { type Band, priceProblem, readPrice } from './ask-price.ts';
import s from './resale.module.css';

/** The price for each ticket, with the price band of the event and, while typing, on which side of it the price lies. */
export function PriceField({
  field,
  band,
}: {
  field: Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'onChange'> & { value: string };
  /** Undefined until it is known. */
  band: Band | undefined;
}) {
  const price = readPrice(field.value);
  const isInside = price === null || band === undefined ? undefined : priceProblem(field.value, band) === null;
  return (
    <div className={s.band}>
      <Field label="Price per ticket" prefix="$" inputMode="decimal" autoComplete="off" {...field} />
      {band && !field.error && (
        <p className={s.small}>
          Fair price band {priceText(band.min)} to {priceText(band.max)}
        </p>
      )}
      <output data-inside={isInside}>
        {isInside === true && band && !field.error && 'Inside the band'}
        {isInside === false && band && !field.error && (price! < band.min ? 'Below the band' : 'Above the band')}
      </output>
    </div>
  );
}
