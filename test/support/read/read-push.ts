import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The keys of a browser's subscription, in base64url. */
export interface BrowserKeys {
  private_key: string;
  p256dh: string;
  auth: string;
}

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url');

export function browserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    private_key: pair.getPrivateKey('base64url'),
    p256dh: pair.getPublicKey('base64url'),
    auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
  };
}

/** Decrypts a push message by RFC 8291 (keys) and RFC 8188 (one record). Shares no code with the Worker's sender. */
export function readPush(body: Uint8Array, { private_key, p256dh, auth }: BrowserKeys): string {
  const message = Buffer.from(body);
  const [salt, keyLength] = [message.subarray(0, 16), message[20]!];
  const senderKey = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const own = createECDH('prime256v1');
  own.setPrivateKey(bytesOf(private_key));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), bytesOf(p256dh), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), bytesOf(auth), keyInfo, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString('utf8');
}
