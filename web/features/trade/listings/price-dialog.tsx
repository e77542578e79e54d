import { priceText } from '../../../../worker/contract/trade/money.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { formSchema, useForm } from '../../../use-form.ts';
import { type Band, priceProblem, readPrice } from './ask-price.ts';
import { PriceField } from './price-field.tsx';
import s from '../resale/resale.module.css';
import { type MyListing, TOUCHED } from '../resale/resale.queries.ts';

function priceSchema(band: Band) {
  return formSchema<{ price: string }, { ask_price: number }>(({ price }) => {
    const [ask_price, problem] = [readPrice(price), priceProblem(price, band)];
    return ask_price !== null && problem === null
      ? { output: { ask_price } }
      : { problems: { price: problem ?? undefined } };
  });
}

export function PriceDialog({
  listing: { id, event, ask_price, price_band },
  onClose,
}: {
  listing: MyListing;
  onClose: () => void;
}) {
  const api = useApi();
  const save = useAction((json: { ask_price: number }) => unwrap(api.listings[':id'].$patch({ param: { id }, json })), {
    reads: TOUCHED,
    done: (listing) => {
      showToast({ title: 'Price changed', text: `${event.title}: ${priceText(listing.ask_price)} each` });
      onClose();
    },
  });
  const form = useForm({
    schema: priceSchema(price_band),
    initial: { price: ask_price.toFixed(2) },
    mutation: save,
    fieldNames: { ask_price: 'price' },
  });
  return (
    <Dialog title="Change the price" locked={form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>
          <b>{event.title}</b>. Earlier requests keep their price.
        </p>
        <PriceField band={price_band} field={form.field('price')} />
        <Alert>{form.error?.message}</Alert>
        <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
          Save price
        </button>
      </form>
    </Dialog>
  );
}
