import type { Auth } from '../../../../session/browser-session.ts';

/**
 * An answer to a challenge, as the client library takes it. The library's types of credentials are newer than the types
 * that come with TypeScript.
 */
type Answer = Parameters<Auth['auth']['mfa']['webauthn']['verify']>[0]['webauthn'];

/** Says whether this browser can make and use passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'credentials' in navigator;
}

/**
 * Answers a challenge of a factor with a passkey. For an unverified factor the browser creates a passkey; for a
 * verified one it uses the factor's passkey. Throws a `DOMException` if the person declines or the browser refuses.
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
