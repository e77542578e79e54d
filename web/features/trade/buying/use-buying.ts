import { priceText } from '../../../../worker/contract/trade/money.ts';
import { useRef, useState } from 'react';
import type { ErrorCode } from '../../../../worker/contract/error-codes.ts';
import { readQuantity, ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { ApiError } from '../../../api.ts';
import { returnedSheet } from '../../../session/return-place.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { useSession } from '../../../session/session.ts';
import { showToast, type ToastMessage } from '../../../ui/toast.ts';
import { usePay } from '../payments/pay-button.tsx';
import { eligibleFor, NONE_IN_BAND, noneText, type Offer, payingFor } from './offers.ts';
import { type TicketRequest, useRequestTickets } from './tickets.queries.ts';

const SIGN_IN: ToastMessage = {
  title: 'Authentication required',
  text: 'Please sign in to buy tickets.',
  isDestructive: true,
};
const FAILED: ToastMessage = {
  title: 'Error',
  text: 'Failed to send ticket request. Please try again.',
  isDestructive: true,
};
/** Refusals that stay the same on another try. The server's own sentence is shown for them. */
const SELF_EXPLAINING: ReadonlySet<ErrorCode | 'network'> = new Set([
  'tickets.badge_needed',
  'tickets.own_listing',
  'tickets.event_over',
  'tickets.quantity',
  'tickets.price_changed',
  'tickets.mutuals_first',
  'tickets.request_pending',
  'tickets.too_many_held',
  'tickets.cooling_down',
  'tickets.holds_paused',
  'tickets.held_by_alike',
  'request.forbidden',
] as const);

/** Callbacks for the outcome of a request. Without them a toast tells it. */
interface Listeners {
  onGranted?: () => void;
  /** Is told the server's sentence of a refusal that stays the same on another try. */
  onRefused?: (sentence: string) => void;
}

/** The state of buying on one page. The panel and the purchase sheet send the same request. */
export interface Buying<T extends Offer = Offer> {
  /** Cheapest first. */
  offers: T[];
  /** Why there are no offers, if there are none. */
  none: string;
  /** As typed. */
  quantity: string;
  /** The problem of the quantity, or null. */
  problem: string | null;
  isSending: boolean;
  /** The last request that was granted. */
  granted: TicketRequest | null;
  setQuantity: (text: string) => void;
  request: (listeners?: Listeners) => void;
}

/**
 * Buying on the page of an event. `queryKey` names the query that shows its listings. `openFirst` are listings that are
 * open to this person before others.
 */
export function useBuying<T extends Offer>(
  event: { id: string; listings: readonly T[] | null },
  queryKey: readonly unknown[],
  openFirst: readonly string[] = [],
): Buying<T> {
  const session = useSession();
  const action = { label: 'Sign in', run: useSignIn() };
  const [listings, me] = [event.listings ?? [], session.status === 'signed_in' ? session.user.id : null];
  const offers = eligibleFor(listings, me, openFirst);
  const none = noneText(listings, me);
  const [quantity, setQuantity] = useState(() => returnedSheet()?.quantity ?? '1');
  const [granted, setGranted] = useState<TicketRequest | null>(null);
  const mutation = useRequestTickets({ event_id: event.id, queryKey });
  const isAsked = useRef(false);
  const pay = usePay();
  const best = offers[0];
  const read = best ? readQuantity(quantity, best.quantity) : { quantity: null, problem: null };
  const { problem } = read;

  const request = ({ onGranted, onRefused }: Listeners = {}) => {
    if (session.status === 'signed_out') {
      showToast({ ...SIGN_IN, action });
      return;
    }
    if (read.quantity === null) {
      showToast(problem === null ? noneAvailable(none) : { title: 'Error', text: problem, isDestructive: true });
      return;
    }
    if (isAsked.current) return;
    isAsked.current = true;
    mutation.mutate(
      { quantity: read.quantity, total: best && payingFor(best, read.quantity)?.total },
      {
        onSuccess: (made) => {
          setGranted(made);
          if (made.payment?.status === 'awaiting') {
            pay(made);
            return;
          }
          onGranted?.();
          setQuantity('1');
          showToast({
            title: 'Request sent!',
            text: `${ticketCount(made.quantity)} at ${priceText(made.offered_price)} each`,
          });
        },
        onError: (error) => {
          if (onRefused && isExplained(error)) onRefused(error.message);
          else showToast(isSignedOut(error) ? { ...SIGN_IN, action } : toastOf(error));
        },
        onSettled: () => {
          isAsked.current = false;
        },
      },
    );
  };
  return { offers, none, quantity, problem, isSending: mutation.isPending, granted, setQuantity, request };
}

function isExplained(error: Error): boolean {
  return error instanceof ApiError && SELF_EXPLAINING.has(error.code);
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === 'request.signed_out';
}

const noneAvailable = (text: string): ToastMessage => ({ title: 'No tickets available', text, isDestructive: true });

/** The toast for a failed request. */
function toastOf(error: Error): ToastMessage {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.code === 'tickets.none_available') return noneAvailable(NONE_IN_BAND);
  return { ...FAILED, text: isExplained(error) ? error.message : FAILED.text + error.request };
}
