import type { Auth } from '../../../../session/browser-session.ts';

/** Metadata of an account whose owner has answered the passkey offer. The card with the offer never comes again. */
const ANSWERED = { passkey_offered: true };

export async function addPasskey(given: Auth): Promise<void> {
  await given.must(given.auth.registerPasskey());
  await answerOffer(given);
}

export async function answerOffer({ auth, must }: Auth): Promise<void> {
  await must(auth.updateUser({ data: ANSWERED }));
}
