import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import { MOST_BYTES, REFUSALS } from './messages.ts';
import { type Page, RefusedFile } from './page.ts';
// oxlint-disable-next-line import/default -- Vite makes this module.
import parserAddress from './pdf-parser.worker.ts?worker&url';
import { scanCodes } from './scan-codes.ts';
import { scriptAddress } from '../script-address.ts';

const MOST_PAGES = 30;
/** The longer side of a drawn page, in pixels. */
const LONG_SIDE = 2200;
/** An image in a PDF is left out if it has more pixels than this, so that a small file cannot fill the memory. */
const MOST_IMAGE_PIXELS = 40_000_000;

/** Makes canvases without the DOM. pdf.js calls these methods. */
class Canvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: contextOf(canvas) };
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    canvas.width = width;
    canvas.height = height;
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    canvas.width = canvas.height = 0;
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }
}

/** SVG filters need the DOM, so pages are drawn without them. */
class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  addSelectionHCMFilter = () => 'none';
  addSelectionFilter = () => 'none';
  createSelectionStyle = () => null;
  destroy = () => undefined;
}

const contextOf = (canvas: OffscreenCanvas) => canvas.getContext('2d', { willReadFrequently: true })!;

export async function* readPdf(bytes: Uint8Array): AsyncGenerator<Page> {
  const parser = new Worker(scriptAddress(parserAddress), { type: 'module' });
  try {
    const pdf = await Promise.race([opened(parser, bytes), failureOf(parser)]);
    if (pdf.numPages > MOST_PAGES) throw new RefusedFile(REFUSALS.tooManyPages);
    for (let number = 1; number <= pdf.numPages; number++) yield await readPage(await draw(pdf, number));
  } finally {
    parser.terminate();
  }
}

async function opened(parser: Worker, bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: parser }),
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
    useSystemFonts: false,
    disableWorkerRendering: true,
    maxImageSize: MOST_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
    CanvasFactory: Canvases,
    FilterFactory: NoFilters,
  });
  try {
    return await task.promise;
  } catch (error) {
    throw error instanceof PasswordException ? new RefusedFile(REFUSALS.locked) : error;
  }
}

function failureOf(parser: Worker): Promise<never> {
  return new Promise((_, reject) => {
    parser.addEventListener('error', () => reject(new RefusedFile(REFUSALS.notLoaded)), { once: true });
  });
}

async function readPage(canvas: OffscreenCanvas): Promise<Page> {
  const codes = await scanCodes(contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height));
  return { codes, picture: () => pictureOf(canvas) };
}

async function draw(pdf: PDFDocumentProxy, number: number): Promise<OffscreenCanvas> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: LONG_SIDE / Math.max(width, height) });
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  // The types allow only a canvas of the DOM, but pdf.js draws on this one in the same way.
  const canvasContext = contextOf(canvas) as unknown as CanvasRenderingContext2D;
  await page.render({ canvas: null, canvasContext, viewport, background: '#fff' }).promise;
  page.cleanup();
  return canvas;
}

/** Saves a page as a PNG, or as a JPEG if photos make the PNG too large. */
async function pictureOf(canvas: OffscreenCanvas): Promise<Blob> {
  const exact = await canvas.convertToBlob({ type: 'image/png' });
  return exact.size <= MOST_BYTES ? exact : canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
