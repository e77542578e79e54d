import type { Bytes } from './der.ts';

/** The bytes of the first block of a PEM text. Its line breaks may be written as `\n`, as in a file of variables. */
export function pemBytes(name: string, pem: string): Bytes {
  const [, base64] = /-----BEGIN [A-Z ]+-----([\s\S]+?)-----END /.exec(pem.replaceAll('\\n', '\n')) ?? [];
  if (!base64) throw new Error(`${name} is no PEM. Set it to the text of a PEM file.`);
  return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
}
