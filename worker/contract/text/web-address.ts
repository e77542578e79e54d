import * as v from 'valibot';
import { imageKey } from '../nights/images.ts';

/** An http(s) address, or the address of one of our images. An empty field becomes null. */
export const WebAddress = (says: string) =>
  v.pipe(
    v.string(says),
    v.trim(),
    v.maxLength(2000, says),
    v.check((text) => text === '' || imageKey(text) !== null || isWeb(text), says),
    v.transform((text) => text || null),
  );

export function isWeb(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
