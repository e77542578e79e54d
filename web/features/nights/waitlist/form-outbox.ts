import * as v from 'valibot';
import { type ApiClient, type ApiError, unwrap } from '../../../api.ts';
import { ApplyAsReseller } from '../../../../worker/contract/people/resellers.ts';
import { JoinWaitlist } from '../../../../worker/contract/nights/waitlist.ts';

/** A form that the server has neither stored nor refused yet (docs/decisions/people/0015-forms-of-strangers.md). */
const OutgoingForm = v.variant('to', [
  v.object({ to: v.literal('waitlist'), form: JoinWaitlist }),
  v.object({ to: v.literal('resellers'), form: ApplyAsReseller }),
]);
export type OutgoingForm = v.InferOutput<typeof OutgoingForm>;

const KEY = 'vouch.outbox';

/** A form that is sent again replaces the waiting form that has the same id. */
function idOf(outgoing: OutgoingForm): string {
  const event = outgoing.to === 'waitlist' ? (outgoing.form.event_id ?? '') : '';
  return [outgoing.to, event, outgoing.form.email.toLowerCase()].join(' ');
}

/**
 * Returns the waiting forms, oldest first. Skips stored entries that are not forms. Returns an empty list if the
 * storage cannot be read.
 */
export function waitingForms(): OutgoingForm[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((one) => {
      const read = v.safeParse(OutgoingForm, one);
      return read.success ? [read.output] : [];
    });
  } catch {
    return [];
  }
}

function keep(forms: OutgoingForm[]): void {
  try {
    if (forms.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(forms));
  } catch {
    // The form is sent even if the storage is full or forbidden.
  }
}

function without(outgoing: OutgoingForm): OutgoingForm[] {
  return waitingForms().filter((other) => idOf(other) !== idOf(outgoing));
}

function post(api: ApiClient, outgoing: OutgoingForm): Promise<unknown> {
  return outgoing.to === 'waitlist'
    ? unwrap(api.waitlist.$post({ json: outgoing.form }))
    : unwrap(api['reseller-applications'].$post({ json: outgoing.form }));
}

/**
 * Sends a form, and keeps it stored until the server accepts it (2xx) or refuses it (4xx other than 429). Throws an
 * `ApiError` if the form was not accepted.
 */
export async function sendForm(api: ApiClient, outgoing: OutgoingForm): Promise<void> {
  keep([...without(outgoing), outgoing]);
  try {
    await post(api, outgoing);
    keep(without(outgoing));
  } catch (error) {
    const { status } = error as ApiError;
    if (status >= 400 && status < 500 && status !== 429) keep(without(outgoing));
    throw error;
  }
}

export async function sendWaitingForms(api: ApiClient): Promise<void> {
  for (const outgoing of waitingForms()) await sendForm(api, outgoing).catch(() => undefined);
}
