import { type Bytes, joinBytes } from '../../../contract/text/bytes.ts';
import { der, NULL, objectId, octets, readValues, sequence, setOf, smallInteger, tagged, time } from './der.ts';

const SIGNED_DATA = objectId('1.2.840.113549.1.7.2');
const DATA = objectId('1.2.840.113549.1.7.1');
const CONTENT_TYPE = objectId('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = objectId('1.2.840.113549.1.9.4');
const SIGNING_TIME = objectId('1.2.840.113549.1.9.5');
const SHA_256 = sequence(objectId('2.16.840.1.101.3.4.2.1'));
const RSA = sequence(objectId('1.2.840.113549.1.1.1'), NULL);
/** The context tag `[0]`, whose content is another whole value. */
const WRAPPED = 0xa0;

/** Certificates in DER, and the private key of `certificate` in PKCS#8. */
export interface CmsSigner {
  certificate: Bytes;
  issuers: readonly Bytes[];
  key: Bytes;
}

/** A detached CMS signature (RFC 5652) with RSA and SHA-256, in DER. */
export async function signDetached(content: Bytes, { signer, now }: { signer: CmsSigner; now: Date }): Promise<Bytes> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const attributes = setOf(
    sequence(CONTENT_TYPE, setOf(DATA)),
    sequence(SIGNING_TIME, setOf(time(now))),
    sequence(MESSAGE_DIGEST, setOf(octets(digest))),
  );
  // The signature covers the attributes under the tag of a set. `signerInfo` contains them under the tag `[0]`.
  const signature = await signRsa(signer.key, attributes);
  const signerInfo = sequence(
    smallInteger(1),
    issuerAndSerial(signer.certificate),
    SHA_256,
    tagged(0, attributes),
    RSA,
    octets(signature),
  );
  const signed = sequence(
    smallInteger(1),
    setOf(SHA_256),
    sequence(DATA),
    tagged(0, setOf(signer.certificate, ...signer.issuers)),
    setOf(signerInfo),
  );
  return sequence(SIGNED_DATA, der(WRAPPED, signed));
}

/** Issuer and serial number together identify a certificate. */
function issuerAndSerial(certificate: Bytes): Bytes {
  const [whole] = readValues(certificate);
  const [body] = readValues(whole!.content);
  const fields = readValues(body!.content);
  const [serial, , issuer] = fields[0]!.tag === WRAPPED ? fields.slice(1) : fields;
  return sequence(joinBytes(issuer!.whole, serial!.whole));
}

async function signRsa(pkcs8: Bytes, data: Bytes): Promise<Bytes> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(algorithm.name, key, data));
}
