import type { Auth } from '../../../../session/browser-session.ts';

/** The account's metadata once its owner has answered the offer of a passkey. The card then never comes again. */
const ANSWERED = { passkey_offered: true };

/** Makes a passkey on this device. The person need not be offered one again. */
export async function addPasskey(given: Auth): Promise<void> {
  await given.must(given.auth.registerPasskey());
  await answerOffer(given);
}

/** Stores on the account that its owner has answered the offer. */
export async function answerOffer({ auth, must }: Auth): Promise<void> {
  await must(auth.updateUser({ data: ANSWERED }));
}
