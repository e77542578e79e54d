import * as v from 'valibot';
import { type ApiClient, type ApiError, unwrap } from '../../api.ts';
import { ApplyAsReseller } from '../../../worker/contract/resellers.ts';
import { JoinWaitlist } from '../../../worker/contract/waitlist.ts';

/** A form that the server has not stored or refused yet. */
const Parcel = v.variant('to', [
  v.object({ to: v.literal('waitlist'), form: JoinWaitlist }),
  v.object({ to: v.literal('resellers'), form: ApplyAsReseller }),
]);
export type Parcel = v.InferOutput<typeof Parcel>;

const KEY = 'vouch.outbox';
/** The code of a missing table: the person is told of success, and the form waits here until there is one. */
const TABLE_MISSING = '42P01';

/** One form a person and list: sending it again replaces what waits. */
function idOf(parcel: Parcel): string {
  const event = parcel.to === 'waitlist' ? (parcel.form.event_id ?? '') : '';
  return [parcel.to, event, parcel.form.email.toLowerCase()].join(' ');
}

/** What waits, oldest first; what is no form is passed over. A browser without storage keeps nothing. */
export function waiting(): Parcel[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => v.is(Parcel, one)) : [];
  } catch {
    return [];
  }
}

function keep(parcels: Parcel[]): void {
  try {
    if (parcels.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(parcels));
  } catch {
    // A full or forbidden storage must not keep the form from being sent.
  }
}

function without(parcel: Parcel): Parcel[] {
  return waiting().filter((other) => idOf(other) !== idOf(parcel));
}

function post(api: ApiClient, parcel: Parcel): Promise<unknown> {
  return parcel.to === 'waitlist'
    ? unwrap(api.waitlist.$post({ json: parcel.form }))
    : unwrap(api['reseller-applications'].$post({ json: parcel.form }));
}

/**
 * Keeps the form, then sends it. It leaves once the server has it (2xx) or has refused it (4xx other than 429); else it stays for
 * the next visit. Throws the `ApiError` of a failed sending, except for a missing table, which is only logged.
 */
export async function deliver(api: ApiClient, parcel: Parcel): Promise<void> {
  keep([...without(parcel), parcel]);
  try {
    await post(api, parcel);
    keep(without(parcel));
  } catch (error) {
    const { status, code } = error as ApiError;
    if ((code as string) === TABLE_MISSING) {
      console.warn('The list is not there yet; the form is kept and sent on the next visit.');
      return;
    }
    if (status >= 400 && status < 500 && status !== 429) keep(without(parcel));
    throw error;
  }
}

/** Sends what waits, in order; what fails stays. */
export async function flushOutbox(api: ApiClient): Promise<void> {
  for (const parcel of waiting()) await deliver(api, parcel).catch(() => undefined);
}
