import { MOST_LISTED } from '../../../worker/contract/tickets.ts';
import { formSchema } from '../../use-form.ts';
import { type Band, priceProblem, readListed, readPrice } from './ask-price.ts';
import type { DraftEvent, SellDraft } from './sell-draft.ts';

/** A listing to make. Its key makes it harmless to send it twice. */
export interface NewListing {
  key: string;
  json: { event_id: string; quantity: number; ask_price: number; is_instant?: true };
}

/** The sell form as typed. `bandOf` gives the price band of an event; undefined while it is not known, and then the server judges. */
export function sellSchema(bandOf: (event: DraftEvent) => Band | undefined) {
  return formSchema<SellDraft, NewListing>(({ key, event, quantity: typedQuantity, price: typedPrice, isInstant }) => {
    const [quantity, ask_price] = [readListed(typedQuantity), readPrice(typedPrice)];
    const price = priceProblem(typedPrice, (event && bandOf(event)) ?? null);
    if (event && quantity !== null && ask_price !== null && price === null) {
      return { output: { key, json: { event_id: event.id, quantity, ask_price, ...(isInstant ? { is_instant: true as const } : {}) } } };
    }
    return {
      problems: {
        ...(event ? {} : { event: 'Choose a night.' }),
        ...(quantity === null ? { quantity: `From 1 to ${MOST_LISTED} tickets.` } : {}),
        ...(price === null ? {} : { price }),
      },
    };
  });
}
