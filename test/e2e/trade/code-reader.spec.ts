import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { CODE_FORMATS } from '../../../drizzle/handover-vocabulary.ts';
import { drawCode, passOf, pdfOf } from '../../../worker/local/demo/ticket-files.ts';
import { lockedPdf, pdfBomb } from '../../support/ticket-files.ts';
import { expect, type Page, test } from '../test.ts';

interface TrustedTypes {
  trustedTypes: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
}

interface ScriptPolicy {
  createScriptURL: (address: string) => string;
}

interface FoundTicket {
  hash: string;
  format: string;
  page: number;
}

/** This address has the security policy of the app's pages, but no scripts. The tests load the code reader there. */
const UNDER_POLICY = '/api/health';

/** Returns the code reader's answer for each file, or "silent" if no answer comes within `ms`. */
async function ask<A>(
  page: Page,
  { asked, files, ms = 60_000 }: { asked: 'find' | 'open'; files: Buffer[]; ms?: number },
): Promise<(A | 'silent')[]> {
  const script = `/assets/${readdirSync('dist/client/assets').find((name) => name.startsWith('code-reader-'))}`;
  return page.evaluate(
    async (given) => {
      const own = globalThis as unknown as TrustedTypes & { policy?: ScriptPolicy };
      own.policy ??= own.trustedTypes.createPolicy('vouch', { createScriptURL: (address) => address });
      const reader = new Worker(own.policy.createScriptURL(given.script), { type: 'module' });
      const answers: (A | 'silent')[] = [];
      for (const file of given.files) {
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
        answers.push(
          await new Promise((resolve) => {
            reader.addEventListener('message', ({ data }) => resolve(data), { once: true });
            setTimeout(() => resolve('silent'), given.ms);
            reader.postMessage({ do: given.asked, file: new Blob([bytes]) }, { transfer: [] });
          }),
        );
      }
      reader.terminate();
      return answers;
    },
    { script, asked, files: files.map((file) => file.toString('base64')), ms },
  );
}

/** Makes a JPEG like a phone's photo: turned by ten degrees, skewed, gray and noisy. */
async function photoOf(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(async (given) => {
    const code = await createImageBitmap(new Blob([Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0))]));
    const side = Math.max(code.width, code.height) * 2.2;
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#c9c4bb';
    context.fillRect(0, 0, side, side);
    context.setTransform(1.4, 0.28, -0.2, 1.5, side / 2, side / 2);
    context.drawImage(code, -code.width / 2, -code.height / 2);
    const pixels = context.getImageData(0, 0, side, side);
    // The noise is the same in each run.
    let seed = 7;
    for (let at = 0; at < pixels.data.length; at++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      if (at % 4 !== 3) pixels.data[at] = pixels.data[at]! * 0.8 + (seed / 2147483648) * 40;
    }
    context.putImageData(pixels, 0, 0);
    const photo = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer(),
    );
    return btoa(Array.from(photo, (byte) => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  return Buffer.from(base64, 'base64');
}

const refusal = (text: RegExp) => ({ refusal: expect.stringMatching(text) });

test('each kind of code has the same hash in a PNG, a photo at an angle, a PDF and a pass', async ({ page }) => {
  await page.goto(UNDER_POLICY);
  for (const format of CODE_FORMATS) {
    const text = `VOUCH-${format}-0042`;
    const code = await drawCode(format, text);
    const files = [code.png, await photoOf(page, code.png), pdfOf([[code]]), passOf(format, text)];
    const hash = createHash('sha256').update(text).digest('hex');
    const ticket = { hash, format, page: 1, picture: null };
    const found = await ask<FoundTicket[]>(page, { asked: 'find', files });
    expect(found, format).toMatchObject(files.map(() => [ticket]));
  }
});

test('each PDF page that shows a new code is a ticket, and unsuitable files are refused', async ({ page }) => {
  await page.goto(UNDER_POLICY);
  const [one, two] = [await drawCode('qr', 'one'), await drawCode('aztec', 'two')];
  const files = [
    pdfOf([[one], [two], [], [one]]),
    pdfOf([[one], [one]]),
    pdfOf([[], [one, two]]),
    pdfOf([[]]),
    pdfOf(Array.from({ length: 31 }, () => [])),
    lockedPdf(),
    pdfOf([[one]]).subarray(0, 200),
    passOf('qr', 'one').subarray(0, 60),
    one.png.subarray(0, 90),
    hugePng(),
    randomBytes(500),
  ];
  const [several, twice, ...refused] = await ask<FoundTicket[] | { refusal: string }>(page, { asked: 'find', files });
  expect((several as FoundTicket[]).map(({ format, page: at }) => [format, at])).toEqual([
    ['qr', 1],
    ['aztec', 2],
  ]);
  expect(twice).toMatchObject([{ format: 'qr', page: 1, picture: null }]);
  expect(refused).toEqual(
    [
      /^Page 2 shows two/,
      /^No ticket code/,
      /more than 30 pages/,
      /locked/,
      /damaged/,
      /damaged/,
      /damaged/,
      /pixels/,
      /isn’t a PDF/,
    ].map(refusal),
  );
});

/** The header of a PNG with 40,000 times 40,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008020000', 'hex');
  header.writeUInt32BE(40_000, 16);
  header.writeUInt32BE(40_000, 20);
  return header;
}

test('a PDF that renders forever does not block the browser', async ({ page }) => {
  await page.goto(UNDER_POLICY);
  expect(await ask(page, { asked: 'find', files: [pdfBomb()], ms: 3000 })).toEqual(['silent']);
  const one = await drawCode('qr', 'one');
  const opened = await ask<{ pages: unknown[]; codes: unknown[]; isRedrawn: boolean }>(page, {
    asked: 'open',
    files: [pdfOf([[one], []]), passOf('pdf417', 'two'), one.png],
  });
  expect(
    opened.map((ticket) => ticket !== 'silent' && [ticket.pages.length, ticket.codes.length, ticket.isRedrawn]),
  ).toEqual([
    [2, 1, false],
    [1, 1, true],
    [1, 1, false],
  ]);
});
