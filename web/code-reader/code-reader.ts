import {
  type Answers,
  type Code,
  type FoundTicket,
  MOST_BYTES,
  type OpenTicket,
  type Question,
  type Refusal,
  REFUSALS,
} from './messages.ts';
// oxlint-disable-next-line import/default -- Vite makes this module.
import readerAddress from './reader.worker.ts?worker&url';
import { scriptAddress } from '../script-address.ts';

/** How long the reader may take for a file before it is stopped, in ms. */
const FILE_MS = 20_000;
/** How long the reader may take for a camera frame before it is stopped, in ms. */
const FRAME_MS = 5000;

let worker: Worker | undefined;
/** The queue of questions. The reader gets one question at a time, so that stopping it affects only one file. */
let last: Promise<unknown> = Promise.resolve();

/** Finds the tickets in a file. Each is uploaded as its `picture`, or as the file itself if `picture` is null. */
export function findTickets(file: Blob): Promise<FoundTicket[] | Refusal> {
  if (file.size > MOST_BYTES) return Promise.resolve({ refusal: REFUSALS.tooLarge });
  return ask(
    { do: 'find', file },
    { ms: FILE_MS, tooSlow: { refusal: REFUSALS.tooSlow }, failed: { refusal: REFUSALS.notLoaded } },
  );
}

export function openTicket(file: Blob): Promise<OpenTicket | Refusal> {
  return ask(
    { do: 'open', file },
    { ms: FILE_MS, tooSlow: { refusal: REFUSALS.tooSlow }, failed: { refusal: REFUSALS.notLoaded } },
  );
}

/** Returns the codes in a camera frame, or none if the reader fails. Afterwards an `ImageBitmap` is unusable. */
export function readFrame(frame: ImageBitmap | ImageData): Promise<Code[]> {
  return ask({ do: 'look', frame }, { ms: FRAME_MS, tooSlow: [], failed: [] });
}

interface Ends<A> {
  ms: number;
  tooSlow: A;
  failed: A;
}

function ask<Do extends Question['do']>(
  question: Extract<Question, { do: Do }> | (Question & { do: Do }),
  ends: Ends<Answers[Do]>,
): Promise<Answers[Do]> {
  const asked = last.then(() => answerOf(question, ends));
  last = asked;
  return asked;
}

/** Always resolves: with the reader's answer, or with `tooSlow` or `failed`. */
function answerOf<A>(question: Question, { ms, tooSlow, failed }: Ends<A>): Promise<A> {
  const reader = (worker ??= new Worker(scriptAddress(readerAddress), { type: 'module' }));
  const { promise, resolve } = Promise.withResolvers<A>();
  const heard = new AbortController();
  const giveUp = (answer: A) => {
    reader.terminate();
    worker = undefined;
    resolve(answer);
  };
  const timer = setTimeout(() => giveUp(tooSlow), ms);
  reader.addEventListener('message', ({ data }: MessageEvent<A>) => resolve(data), heard);
  reader.addEventListener('error', () => giveUp(failed), heard);
  reader.postMessage(question, question.do === 'look' && question.frame instanceof ImageBitmap ? [question.frame] : []);
  return promise.finally(() => {
    clearTimeout(timer);
    heard.abort();
  });
}
