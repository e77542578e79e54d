import { priceText } from '../../../worker/contract/money.ts';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { fieldsOf, useAction } from '../../use-action.ts';

import { priceProblem, readPrice } from './ask-price.ts';
import { PriceField } from './price-field.tsx';
import s from './resale.module.css';
import { type MyListing, TOUCHED } from './resale.queries.ts';

/** Prices a listing anew, inside the band of its night. */
export function PriceDialog({ listing: { id, event, ask_price, price_band }, onClose }: { listing: MyListing; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const [text, setText] = useState(ask_price.toFixed(2));
  const [problem, setProblem] = useState<string>();
  const price = useAction((amount: number) => unwrap(api.listings[':id'].$patch({ param: { id }, json: { ask_price: amount } })), {
    reads: TOUCHED,
    done: (listing) => {
      showToast({ title: 'Price changed', text: `${event.title}: ${priceText(listing.ask_price)} each` });
      onClose();
    },
  });
  const save = () => {
    const wrong = priceProblem(text, price_band);
    setProblem(wrong ?? undefined);
    if (!wrong) price.mutate(readPrice(text)!, { onError: (error) => setProblem(fieldsOf(error)['ask_price']) });
  };
  return (
    <Dialog title="Change the price" locked={price.isPending} onClose={onClose}>
      <form
        className={s.form}
        noValidate
        onSubmit={(sent) => {
          sent.preventDefault();
          save();
        }}
      >
        <p>
          <b>{event.title}</b>. Requests made before keep the price they were made at.
        </p>
        <PriceField
          value={text}
          band={price_band}
          error={problem}
          onChange={(typed) => {
            setText(typed);
            setProblem(undefined);
          }}
        />
        <button type="submit" className="button primary" disabled={price.isPending} aria-busy={price.isPending}>
          Save price
        </button>
      </form>
    </Dialog>
  );
}
