import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import { MOST_LISTED } from '../../../../worker/contract/trade/tickets.ts';
import { formSchema } from '../../../use-form.ts';
import { type Band, priceProblem, readListed, readPrice } from './ask-price.ts';
import type { DraftEvent, SellDraft } from './sell-draft.ts';

/** A second send with the same `key` creates no second listing. */
export interface NewListing {
  key: string;
  /** The id of the search for tickets whose link led the seller to the form, or null. */
  wanted_id: string | null;
  json: {
    event_id: string;
    quantity?: number;
    ask_price: number;
    is_instant?: true;
    mutuals_first?: true;
    kind?: HandoverKind;
    shows_at_once?: true;
  };
  count: number;
}

/**
 * The checks of the form for a new listing. While `bandOf` returns undefined, only the server checks the price band.
 * `found` is the number of tickets in the chosen files, or null while hand-overs are off.
 */
export function sellSchema(bandOf: (event: DraftEvent) => Band | undefined, found: number | null) {
  return formSchema<SellDraft, NewListing>((draft) => {
    const { key, event, price: typedPrice, isInstant, kind } = draft;
    const isFile = found !== null && kind === 'file';
    const [quantity, ask_price] = [isFile ? found || null : readListed(draft.quantity), readPrice(typedPrice)];
    const price = priceProblem(typedPrice, (event && bandOf(event)) ?? null);
    if (event && quantity !== null && ask_price !== null && price === null) {
      const way =
        found === null ? {} : { kind, ...(isFile && draft.showsAtOnce ? { shows_at_once: true as const } : {}) };
      const instant = isInstant ? { is_instant: true as const } : {};
      const first = draft.mutualsFirst ? { mutuals_first: true as const } : {};
      return {
        output: {
          key,
          wanted_id: draft.wanted?.id ?? null,
          json: { event_id: event.id, ...(isFile ? {} : { quantity }), ask_price, ...instant, ...first, ...way },
          count: quantity,
        },
      };
    }
    return {
      problems: {
        ...(event ? {} : { event: 'Choose a night.' }),
        ...(quantity !== null
          ? {}
          : isFile
            ? { tickets: 'Add the file of each ticket.' }
            : { quantity: `From 1 to ${MOST_LISTED} tickets.` }),
        ...(price === null ? {} : { price }),
      },
    };
  });
}
