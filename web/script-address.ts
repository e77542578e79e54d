interface Policy {
  createScriptURL: (address: string) => string;
}

interface TrustedTypes {
  createPolicy: (name: string, rules: Policy) => Policy;
}

/** Matches built files, the code reader in development and tests, and the service worker, but no uploaded file. */
const OWN_CODE = /^\/(assets\/|(web\/)?code-reader\/|sw\.js$)/;

let policy: Policy | undefined;

/**
 * Returns the address of a web worker's code in the form that our content security policy requires (`trusted-types
 * vouch`). Throws a TypeError for an address that is not this site's own code.
 */
export function scriptAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  const isOwn = origin === location.origin && OWN_CODE.test(pathname);
  if (!isOwn) throw new TypeError(`${address} is not code of this site.`);
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('vouch', { createScriptURL: (own) => own });
  return policy?.createScriptURL(address) ?? address;
}
