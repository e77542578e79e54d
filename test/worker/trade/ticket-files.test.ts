import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { ticketFiles } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { launch, launchForFile } from '../../support/worker/launch.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { picture, png } from '../../support/worker/nights/pictures.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import {
  bytesOf,
  fileOf,
  objectOf,
  pdfWith,
  uploadedFile,
  uploadFile,
  zipWith,
} from '../../support/worker/trade/ticket-files.ts';
import { addFile } from '../../support/worker/trade/deals/rows.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';

const MOST_BYTES = 8_388_608;

launchForFile('payments', 'handover');

afterEach(() => void vi.restoreAllMocks());

const filesOf = ({ user }: { user: { id: string } }) =>
  db.select().from(ticketFiles).where(eq(ticketFiles.owner_id, user.id));
const allowed = async (headers: HeadersInit, purpose: string) => (await uploadFile(headers, { purpose })).status;

/** Makes a file of the given size that begins like a PDF. */
function large(bytes: number) {
  const file = new Uint8Array(bytes);
  file.set(pdfWith(''));
  return file;
}

test('each ticket file is encrypted under its own key and stored with the type that its bytes show', async () => {
  const seller = await reseller();
  const files = [
    [pdfWith('Admit one.'), 'application/pdf'],
    [await png(8, 8), 'image/png'],
    [await picture('image/jpeg'), 'image/jpeg'],
    [zipWith('pass.json'), 'application/vnd.apple.pkpass'],
  ] as const;
  for (const [bytes, media_type] of files) {
    const { status, json, headers } = await uploadFile({ ...seller.headers, 'Content-Type': 'text/html' }, { bytes });
    expect([status, json]).toEqual([201, { id: expect.any(String), media_type, bytes: bytes.length }]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const file = await fileOf(json.id);
    const stored = { purpose: 'ticket', media_type, owner_id: seller.user.id, key_version: 1, claimed_at: null };
    expect(file).toMatchObject(stored);
    expect(await bytesOf(file)).toEqual(new Uint8Array(bytes));
    expect(Buffer.from((await objectOf(file))!).includes(Buffer.from(bytes.slice(0, 8)))).toBe(false);
  }
  const rows = await filesOf(seller);
  expect(new Set(rows.map(({ wrapped_key }) => wrapped_key)).size).toBe(4);
  expect(rows.map(({ object_key, id }) => object_key.includes(id))).toEqual([false, false, false, false]);
});

test('a stored object decrypts only with its own row, not with another file, owner, purpose or type', async () => {
  const seller = await reseller();
  const file = await fileOf(await uploadedFile(seller.headers));
  const other = await fileOf(await uploadedFile(seller.headers));
  const wrong = [
    { id: other.id },
    { owner_id: 'somebody' },
    { purpose: 'proof' },
    { media_type: 'image/png' },
    { object_key: other.object_key },
    { wrapped_key: other.wrapped_key },
  ] as const;
  for (const change of wrong) await expect(bytesOf({ ...file, ...change })).rejects.toThrow('Decryption failed');
});

test('a file that is not a PDF, PNG, JPEG or pass is refused, whatever its Content-Type header says', async () => {
  const { headers, ...seller } = await reseller();
  const page = new TextEncoder().encode('<html><script>alert(1)</script>');
  for (const bytes of [page, zipWith('word/document.xml'), new Uint8Array(), new TextEncoder().encode('%PDF')]) {
    const answer = await uploadFile({ ...headers, 'Content-Type': 'application/pdf' }, { bytes });
    expect(refusal(answer)).toEqual([415, 'files.wrong_type']);
  }
  expect((await uploadFile(headers, { purpose: 'malware' })).status).toBe(422);
  expect(await filesOf(seller)).toEqual([]);
});

test('a file of more than 8 MB is refused, even if the request states no size or a wrong size', async () => {
  const { headers, ...seller } = await reseller();
  expect((await uploadFile(headers, { bytes: large(MOST_BYTES) })).json.bytes).toBe(MOST_BYTES);
  expect(refusal(await uploadFile(headers, { bytes: large(MOST_BYTES + 1) }))).toEqual([413, 'files.too_large']);
  const streamed = () => new Blob([large(MOST_BYTES + 1)]).stream();
  expect((await uploadFile(headers, { bytes: streamed() })).json.error.code).toBe('files.too_large');
  const lying = { ...headers, 'Content-Length': '9' };
  expect((await uploadFile(lying, { bytes: streamed() })).json.error.code).toBe('files.too_large');
  expect(await filesOf(seller)).toHaveLength(1);
});

test('the routes of listings, single files and problem reports refuse bodies of more than one megabyte', async () => {
  const { headers } = await reseller();
  const json = { ...headers, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ text: 'x'.repeat(1_048_577) });
  for (const path of ['/api/listings', '/api/ticket-files/x', '/api/ticket-requests/x/problem']) {
    const { answer } = await callCounted(path, { method: 'POST', headers: json, body });
    expect([path, answer.status]).toEqual([path, 413]);
    await answer.body?.cancel();
  }
});

test('an upload that stops or is shorter than announced leaves no row and no object', async () => {
  const { headers, ...seller } = await reseller();
  const { objects: before } = await env.TICKETS_BUCKET.list();
  const short = { bytes: new Blob([pdfWith('short')]).stream() };
  expect(refusal(await uploadFile({ ...headers, 'Content-Length': '500' }, short))).toEqual([400, 'files.incomplete']);
  let pulls = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulls++ > 0) controller.error(new Error('The connection is lost.'));
      else controller.enqueue(pdfWith('half'));
    },
  });
  expect(refusal(await uploadFile(headers, { bytes: broken }))).toEqual([400, 'files.incomplete']);
  expect(await filesOf(seller)).toEqual([]);
  expect((await env.TICKETS_BUCKET.list()).objects).toHaveLength(before.length);
});

test('sellers can upload tickets, proofs and evidence, buyers can upload evidence, and strangers can upload nothing', async () => {
  const stranger = await signedInAs('user');
  for (const purpose of ['ticket', 'proof', 'evidence']) {
    const { status, json } = await uploadFile(stranger.headers, { purpose });
    expect([purpose, status, json.error.code]).toEqual([purpose, 403, 'files.not_needed']);
  }
  const { buyer, seller } = await requestWithPayment();
  expect([await allowed(buyer.headers, 'evidence'), await allowed(seller.headers, 'evidence')]).toEqual([201, 201]);
  expect([await allowed(buyer.headers, 'proof'), await allowed(seller.headers, 'proof')]).toEqual([403, 201]);
  expect((await uploadFile({})).status).toBe(401);
});

test('nothing can be uploaded while hand-overs or payments are off', async () => {
  const { headers } = await reseller();
  for (const feature of ['handover', 'payments'] as const) {
    await launch(feature, false);
    expect(refusal(await uploadFile(headers))).toEqual([403, 'launch.off']);
    await launch(feature, true);
  }
});

test('an account has at most 40 unused files, even if they arrive at the same moment', async () => {
  const { headers, user } = await reseller();
  for (let at = 0; at < 37; at++) await addFile({ owner_id: user.id, claimed_at: null });
  const answers = await Promise.all(Array.from({ length: 6 }, () => uploadFile(headers)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 409)!.json.error.code).toBe('files.too_many');
  expect(await filesOf({ user })).toHaveLength(40);
});

test('the key of a file that cannot be stored is destroyed', async () => {
  const seller = await reseller();
  vi.spyOn(env.TICKETS_BUCKET, 'put').mockRejectedValue(new Error('The bucket is down.'));
  expect(refusal(await uploadFile(seller.headers))).toEqual([503, 'files.incomplete']);
  expect(await filesOf(seller)).toMatchObject([{ wrapped_key: null, destroyed_at: expect.any(Date) }]);
});
