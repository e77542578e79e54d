import { base64 } from '@scure/base';
import type { Bytes } from '../../../contract/text/bytes.ts';

/** Decodes the first block of a PEM text. Line breaks can be written as `\n`, as in environment files. */
export function pemBytes(name: string, pem: string): Bytes {
  const [, block] = /-----BEGIN [A-Z ]+-----([\s\S]+?)-----END /.exec(pem.replaceAll('\\n', '\n')) ?? [];
  if (!block) throw new Error(`${name} is not valid PEM. Set it to the text of a PEM file.`);
  return new Uint8Array(base64.decode(block.replaceAll(/\s/g, '')));
}
