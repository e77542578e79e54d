import { priceText } from '../../../worker/contract/money.ts';
import { Field } from '../../ui/field.tsx';

import { type Band, priceProblem, readPrice } from './ask-price.ts';
import s from './resale.module.css';

/** The price for each ticket, with the band of the night and, while it is typed, whether it lies inside. `band` is undefined until it is known. */
export function PriceField({
  value,
  band,
  error,
  onChange,
}: {
  value: string;
  band: Band | undefined;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const price = readPrice(value);
  const isInside = price === null || band === undefined ? undefined : priceProblem(value, band) === null;
  return (
    <div className={s.band}>
      <Field
        label="Price per ticket"
        name="price"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        {...(error ? { error } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
      {band && !error && (
        <p className={s.small}>
          Fair price band {priceText(band.min)} to {priceText(band.max)}
        </p>
      )}
      <output data-inside={isInside}>
        {isInside === true && band && !error && 'Inside the band'}
        {isInside === false && band && !error && (price! < band.min ? 'Below the band' : 'Above the band')}
      </output>
    </div>
  );
}
