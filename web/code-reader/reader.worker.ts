import { cutOut } from './cut-out.ts';
import { kindOf } from './file-kind.ts';
import {
  type Answers,
  type FoundTicket,
  type OpenTicket,
  type Question,
  type Refusal,
  REFUSALS,
  severalCodes,
} from './messages.ts';
import { type Page, RefusedFile } from './page.ts';
import { drawn, readPicture } from './read-picture.ts';
import { scanCodes } from './scan-codes.ts';

/** The longer side of a camera frame while it is read, in pixels. */
const FRAME_SIDE = 1280;

/** Yields the pages of a file. The modules that read PDFs and passes load with the first such file. */
async function* pagesOf(file: Blob): AsyncGenerator<Page> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if (!kind) throw new RefusedFile(REFUSALS.wrongType);
  if (kind === 'picture') yield* readPicture(file, bytes);
  else if (kind === 'pdf') yield* (await import('./read-pdf.ts')).readPdf(bytes);
  else yield* (await import('./read-pass.ts')).readPass(bytes);
}

/** Finds the tickets in a file. If there is only one, its `picture` is null, because the file itself is uploaded. */
async function find(file: Blob): Promise<FoundTicket[]> {
  const found = new Map<string, FoundTicket>();
  let page = 0;
  for await (const { codes, picture } of pagesOf(file)) {
    page++;
    if (codes.length > 1) throw new RefusedFile(severalCodes(page));
    for (const code of codes) {
      const { hash, format } = code;
      if (found.has(hash)) continue;
      const whole = await picture();
      found.set(hash, { hash, format, page, picture: whole, code: await cutOut(whole, code) });
    }
  }
  const tickets = [...found.values()];
  if (tickets.length === 0) throw new RefusedFile(REFUSALS.noCode);
  return tickets.length === 1 ? tickets.map((ticket) => ({ ...ticket, picture: null })) : tickets;
}

async function open(file: Blob): Promise<OpenTicket> {
  const [pages, codes]: [Blob[], OpenTicket['codes']] = [[], []];
  let code: Blob | null = null;
  for await (const page of pagesOf(file)) {
    const picture = await page.picture();
    pages.push(picture);
    codes.push(...page.codes);
    if (!code && page.codes[0]) code = await cutOut(picture, page.codes[0]);
  }
  return { pages, code, codes, isRedrawn: kindOf(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === 'pass' };
}

async function look(frame: ImageBitmap | ImageData): Promise<Answers['look']> {
  if (frame instanceof ImageData) return scanCodes(frame);
  const pixels = drawn(frame, { side: FRAME_SIDE, turn: 0 });
  frame.close();
  return scanCodes(pixels);
}

const refused = (error: unknown): Refusal => {
  if (!(error instanceof RefusedFile)) console.warn('A file wasn’t read.', error);
  return { refusal: error instanceof RefusedFile ? error.message : REFUSALS.broken };
};

async function answer(question: Question): Promise<Answers[Question['do']]> {
  if (question.do === 'look') return look(question.frame);
  return (question.do === 'find' ? find(question.file) : open(question.file)).catch(refused);
}

addEventListener(
  'message',
  ({ data }: MessageEvent<Question>) => void answer(data).then((given) => postMessage(given)),
);
