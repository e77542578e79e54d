import type { Auth } from '../../../../session/browser-session.ts';

/** The library's types of credentials are newer than the types that come with TypeScript. */
type Answer = Parameters<Auth['auth']['mfa']['webauthn']['verify']>[0]['webauthn'];

export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'credentials' in navigator;
}

/**
 * Answers a factor's challenge with its passkey, or with a new passkey if the factor is unverified. Throws a
 * `DOMException` if the person declines or the browser refuses.
 */
export async function answerByPasskey({ auth, must }: Auth, factorId: string): Promise<void> {
  const site = { rpId: location.hostname, rpOrigins: [location.origin] };
  const { id, webauthn } = await must(auth.mfa.challenge({ factorId, webauthn: site }));
  // The library's own `webauthn.register` would only ask for a security key, never for the device itself.
  const credential =
    webauthn.type === 'create'
      ? await navigator.credentials.create({
          publicKey: webauthn.credential_options.publicKey as PublicKeyCredentialCreationOptions,
        })
      : await navigator.credentials.get({
          publicKey: webauthn.credential_options.publicKey as PublicKeyCredentialRequestOptions,
        });
  const answer = { ...site, type: webauthn.type, credential_response: credential as Answer['credential_response'] };
  await must(auth.mfa.verify({ factorId, challengeId: id, webauthn: answer }));
}
