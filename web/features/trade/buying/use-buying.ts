import { priceText } from '../../../../worker/contract/trade/money.ts';
import { useRef, useState } from 'react';
import type { ErrorCode } from '../../../../worker/contract/error-codes.ts';
import { readQuantity, ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { ApiError } from '../../../api.ts';
import { returnedSheet } from '../../../session/return-place.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { useSession } from '../../../session/session.ts';
import { showToast, type ToastMessage } from '../../../ui/toast.ts';
import { usePay } from '../payments/pay-button.tsx';
import { eligibleFor, NONE_IN_BAND, noneText, payingFor, type ShownListing, soldAtOnce } from './eligible-listings.ts';
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
/** Refusals whose sentence says what to do. The sentence is shown as the server sends it. */
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
  'server.unavailable',
  'server.unconfirmed',
] as const);

interface Listeners {
  /** Is not called if the buyer must pay first. The payment opens instead. */
  onGranted?: () => void;
  /** Receives the server's sentence for a refusal in `SELF_EXPLAINING`. A toast reports all other errors. */
  onRefused?: (sentence: string) => void;
}

/** The state of buying on an event page. The buy panel and the purchase sheet share it. */
export interface Buying<T extends ShownListing = ShownListing> {
  /** Cheapest first. */
  listings: T[];
  /** The listing that the request goes to: the cheapest, or that of `atOnce` if the buyer chose it. */
  best: T | undefined;
  /**
   * The cheapest listing that is "sold at once". The chosen quantity costs `more` dollars more from it than from the
   * cheapest listing of all. `soldAtOnce` says when this is undefined.
   */
  atOnce: { listing: T; more: number } | undefined;
  choose: (at_once: boolean) => void;
  none: string;
  /** The quantity as typed. */
  quantity: string;
  problem: string | null;
  isSending: boolean;
  granted: TicketRequest | null;
  setQuantity: (text: string) => void;
  request: (listeners?: Listeners) => void;
}

/**
 * `queryKey` is the key of the listings' query. `openFirst` has the ids of the listings that are not open to everyone
 * yet, but that this person can already request.
 */
export function useBuying<T extends ShownListing>(
  event: { id: string; listings: readonly T[] | null },
  queryKey: readonly unknown[],
  openFirst: readonly string[] = [],
): Buying<T> {
  const session = useSession();
  const action = { label: 'Sign in', run: useSignIn() };
  const [shown, me] = [event.listings ?? [], session.status === 'signed_in' ? session.user.id : null];
  const listings = eligibleFor(shown, me, openFirst);
  const none = noneText(shown, me);
  const [quantity, setQuantity] = useState(() => returnedSheet()?.quantity ?? '1');
  const [granted, setGranted] = useState<TicketRequest | null>(null);
  const mutation = useRequestTickets({ event_id: event.id, queryKey });
  const isAsked = useRef(false);
  const pay = usePay();
  const [wantsAtOnce, choose] = useState(false);
  const atOnce = soldAtOnce(listings, Number(quantity) || 1);
  const isAtOnce = wantsAtOnce && atOnce !== undefined;
  const best = isAtOnce ? atOnce.listing : listings[0];
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
      { quantity: read.quantity, total: best && payingFor(best, read.quantity)?.total, at_once: isAtOnce },
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
            text: ticketsAt(made.quantity, priceText(made.offered_price)),
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
  const isSending = mutation.isPending;
  return { listings, best, atOnce, choose, none, quantity, problem, isSending, granted, setQuantity, request };
}

function isExplained(error: Error): boolean {
  return error instanceof ApiError && SELF_EXPLAINING.has(error.code);
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === 'request.signed_out';
}

const noneAvailable = (text: string): ToastMessage => ({ title: 'No tickets available', text, isDestructive: true });

function toastOf(error: Error): ToastMessage {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.code === 'tickets.none_available') return noneAvailable(NONE_IN_BAND);
  return { ...FAILED, text: isExplained(error) ? error.message : FAILED.text + error.request };
}
