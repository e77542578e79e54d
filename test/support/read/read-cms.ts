import { hex } from '@scure/base';

type Bytes = Uint8Array<ArrayBuffer>;

interface Part {
  tag: number;
  /** The content without its tag and length. */
  body: Bytes;
  /** The content with its tag and length. */
  all: Bytes;
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const NAMES: Record<string, string> = {
  '2a864886f70d010903': 'content type',
  '2a864886f70d010904': 'digest',
  '2a864886f70d010905': 'signing time',
};

/** Splits DER into its parts. Shares no code with the part of the Worker that writes DER. */
function partsOf(bytes: Bytes): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < bytes.length) {
    const short = bytes[at + 1]!;
    const digits = short > 127 ? short - 128 : 0;
    const size = digits === 0 ? short : Number.parseInt(hex.encode(bytes.slice(at + 2, at + 2 + digits)), 16);
    const from = at + 2 + digits;
    parts.push({ tag: bytes[at]!, body: bytes.slice(from, from + size), all: bytes.slice(at, from + size) });
    at = from + size;
  }
  return parts;
}

function readCertificate(der: Bytes) {
  const [signed, , signature] = partsOf(partsOf(der)[0]!.body);
  const [, serial, , issuer, , , publicKey] = partsOf(signed!.body);
  return {
    der,
    serial: serial!,
    issuer: issuer!,
    publicKey: publicKey!.all,
    signed: signed!.all,
    signature: signature!.body.slice(1),
  };
}

const isSame = (one: Part, other: Part) => hex.encode(one.all) === hex.encode(other.all);

/** Reads a CMS signature with one signer. `attributes` are in hex, and `signed` is the bytes that were signed. */
export function readCms(cms: Bytes) {
  const [kind, wrapped] = partsOf(partsOf(cms)[0]!.body);
  const [version, , content, certificates, signers] = partsOf(partsOf(wrapped!.body)[0]!.body);
  const [, name, digestAlgorithm, attributes, algorithm, signature] = partsOf(partsOf(signers!.body)[0]!.body);
  const found = partsOf(certificates!.body).map(({ all }) => readCertificate(all));
  const [issuer, serial] = partsOf(name!.body);
  const values = partsOf(attributes!.body).map(({ body }) => {
    const [id, set] = partsOf(body);
    return [NAMES[hex.encode(id!.body)] ?? hex.encode(id!.body), hex.encode(partsOf(set!.body)[0]!.body)];
  });
  return {
    kind: hex.encode(kind!.body),
    version: hex.encode(version!.body),
    content: hex.encode(content!.body),
    algorithms: [hex.encode(digestAlgorithm!.body), hex.encode(algorithm!.body)],
    attributes: Object.fromEntries(values) as Record<string, string>,
    signed: Uint8Array.from([0x31, ...attributes!.all.slice(1)]),
    signature: signature!.body,
    certificates: found,
    signer: found.find((each) => isSame(each.issuer, issuer!) && isSame(each.serial, serial!)),
  };
}

/**
 * Returns true if `cms` is a valid signature of `content` and `trusted` has signed the signer's certificate. `cms` must
 * contain both certificates.
 */
export async function verifyCms({
  cms,
  content,
  trusted,
}: Record<'cms' | 'content' | 'trusted', Bytes>): Promise<boolean> {
  const { attributes, signed, signature, signer, certificates } = readCms(cms);
  if (!signer || !certificates.some(({ der }) => hex.encode(der) === hex.encode(trusted))) return false;
  const digest = hex.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', content)));
  if (attributes['digest'] !== digest) return false;
  const isSigned = await isSignedBy(signer.publicKey, { signature, signed });
  return isSigned && isSignedBy(readCertificate(trusted).publicKey, signer);
}

async function isSignedBy(publicKey: Bytes, { signature, signed }: Record<'signature' | 'signed', Bytes>) {
  const key = await crypto.subtle.importKey('spki', publicKey, RSA, false, ['verify']);
  return crypto.subtle.verify(RSA.name, key, signature, signed);
}
