import { spawnSync } from 'node:child_process';
import { verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pemBytes } from '../../worker/features/trade/wallet/pem.ts';
import { signDetached } from '../../worker/features/trade/wallet/sign-cms.ts';
import { readCms, verifyCms } from './read/read-cms.ts';
import { TEST_PASS_CERTIFICATE, TEST_PASS_KEY, TEST_WWDR_CERTIFICATE } from './wallet-test-keys.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const NOW = new Date('2026-11-27T22:30:05.678Z');
const CONTENT = Uint8Array.from(Buffer.from('{"pass.json":"a9993e364706816aba3e25717850c26c9cd0d89d"}'));
const trusted = pemBytes('TEST_WWDR_CERTIFICATE', TEST_WWDR_CERTIFICATE);
const SIGNER = {
  certificate: pemBytes('TEST_PASS_CERTIFICATE', TEST_PASS_CERTIFICATE),
  issuers: [trusted],
  key: pemBytes('TEST_PASS_KEY', TEST_PASS_KEY),
};

const signAt = (now: Date) => signDetached(CONTENT, { signer: SIGNER, now });
const flipped = (bytes: Bytes, at: number) => bytes.with(at, bytes[at]! ^ 1);

/** Returns openssl's exit code, or "absent" if openssl is not installed. */
function askOpenssl(cms: Bytes, content: Bytes): number | 'absent' | null {
  const folder = mkdtempSync(join(tmpdir(), 'pass-'));
  const file = (name: string, bytes: Bytes | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const given = [
    '-in',
    file('signature', cms),
    '-content',
    file('manifest.json', content),
    '-CAfile',
    file('wwdr.pem', TEST_WWDR_CERTIFICATE),
  ];
  const rules = ['-verify', '-binary', '-inform', 'DER', '-purpose', 'any', '-no_check_time'];
  const { status, error } = spawnSync('openssl', ['cms', ...rules, ...given], { timeout: 30_000 });
  rmSync(folder, { recursive: true });
  return error && 'code' in error && error.code === 'ENOENT' ? 'absent' : status;
}

test('the signature of a pass contains the content’s digest, the signing time and two certificates', async () => {
  const { kind, version, content, algorithms, attributes, certificates, signer } = readCms(await signAt(NOW));
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', CONTENT)).toString('hex');
  expect({ kind, version, content, algorithms, attributes }).toEqual({
    kind: '2a864886f70d010702',
    version: '01',
    // The signature contains only the type "data", because the content is a separate file.
    content: '06092a864886f70d010701',
    algorithms: ['0609608648016503040201', '06092a864886f70d0101010500'],
    attributes: {
      'content type': '2a864886f70d010701',
      'signing time': Buffer.from('261127223005Z').toString('hex'),
      digest,
    },
  });
  expect(certificates.length).toBe(2);
  expect(new X509Certificate(signer!.der).subject).toContain('UID=pass.test.vouch');
});

test('the signature of a pass is verified by node:crypto, by WebCrypto and by openssl', async () => {
  const cms = await signAt(NOW);
  const { signed, signature, signer } = readCms(cms);
  const [certificate, issuer] = [new X509Certificate(signer!.der), new X509Certificate(TEST_WWDR_CERTIFICATE)];
  expect(certificate.verify(issuer.publicKey)).toBe(true);
  expect(verify('sha256', signed, certificate.publicKey, signature)).toBe(true);
  expect(await verifyCms({ cms, content: CONTENT, trusted })).toBe(true);
  expect([0, 'absent']).toContain(askOpenssl(cms, CONTENT));
});

test('a signature does not verify if one byte of it or of its content is changed', async () => {
  const cms = await signAt(NOW);
  const changed = flipped(CONTENT, 20);
  expect(await verifyCms({ cms, content: changed, trusted })).toBe(false);
  expect(askOpenssl(cms, changed)).not.toBe(0);
  for (const { part, name } of [
    { name: 'signature', part: readCms(cms).signature },
    { name: 'digest', part: Buffer.from(readCms(cms).attributes['digest']!, 'hex') },
    { name: 'signing time', part: Buffer.from(readCms(cms).attributes['signing time']!, 'hex') },
  ]) {
    const broken = flipped(cms, Buffer.from(cms).indexOf(part) + 3);
    const { signed, signature, signer } = readCms(broken);
    expect([name, await verifyCms({ cms: broken, content: CONTENT, trusted })]).toEqual([name, false]);
    expect([name, verify('sha256', signed, new X509Certificate(signer!.der).publicKey, signature)]).toEqual([
      name,
      false,
    ]);
    expect([name, askOpenssl(broken, CONTENT)]).not.toEqual([name, 0]);
  }
});

test('from 2050 on, the signing time has a four-digit year', async () => {
  const cms = await signAt(new Date('2050-01-01T00:00:00Z'));
  expect(readCms(cms).attributes['signing time']).toBe(Buffer.from('20500101000000Z').toString('hex'));
  expect(await verifyCms({ cms, content: CONTENT, trusted })).toBe(true);
});

test('a PEM may be on one line, with \\n for line breaks', () => {
  expect(pemBytes('APPLE_PASS_KEY', TEST_PASS_KEY.replaceAll('\n', String.raw`\n`))).toEqual(SIGNER.key);
  expect(() => pemBytes('APPLE_PASS_KEY', 'a key')).toThrow(
    'APPLE_PASS_KEY is not valid PEM. Set it to the text of a PEM file.',
  );
});
