import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';
import writerWasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import type { CodeFormat } from '../../drizzle/handover-vocabulary.ts';
import { REFUSALS } from './messages.ts';
import { type Page, RefusedFile } from './page.ts';
import { codeOf } from './scan-codes.ts';

prepareZXingModule({ overrides: { locateFile: () => writerWasm } });

const MOST_JSON = 1024 * 1024;
const FORMATS: Record<string, CodeFormat> = {
  PKBarcodeFormatQR: 'qr',
  PKBarcodeFormatAztec: 'aztec',
  PKBarcodeFormatPDF417: 'pdf417',
  PKBarcodeFormatCode128: 'code128',
};
const DRAWN: Record<CodeFormat, WriterOptions> = {
  qr: { format: 'QRCode', scale: 12 },
  aztec: { format: 'AztecCode', scale: 12 },
  pdf417: { format: 'PDF417', scale: 6 },
  code128: { format: 'Code128', scale: 6 },
};

const Barcode = v.object({
  format: v.string(),
  message: v.string(),
  messageEncoding: v.optional(v.string(), 'iso-8859-1'),
});
const PassJson = v.object({ barcodes: v.optional(v.array(Barcode), []), barcode: v.optional(Barcode) });

/** Reads an Apple Wallet pass as one page. The page's picture is drawn from the text of the pass's code. */
export async function* readPass(bytes: Uint8Array): AsyncGenerator<Page> {
  const { barcodes, barcode } = v.parse(PassJson, JSON.parse(strFromU8(passJsonOf(bytes))));
  const first = [...barcodes, ...(barcode ? [barcode] : [])].find(({ format }) => FORMATS[format]);
  const format = first && FORMATS[first.format];
  if (!first || !format || first.message === '') throw new RefusedFile(REFUSALS.noPassCode);
  const code = await codeOf(format, { bytes: encoded(first.message, first.messageEncoding), text: first.message });
  yield { codes: [code], picture: () => drawCode(first.message, format) };
}

function passJsonOf(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === 'pass.json' && originalSize <= MOST_JSON,
  });
  const json = files['pass.json'];
  if (!json) throw new RefusedFile(REFUSALS.broken);
  return json;
}

/** Encodes a message as UTF-8 if the pass says so or if the text does not fit Latin-1, otherwise as Latin-1. */
function encoded(message: string, encoding: string): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: message.length }, (_, at) => message.charCodeAt(at));
  const isLatin = !/^utf-?8$/i.test(encoding) && units.every((unit) => unit < 256);
  return isLatin ? Uint8Array.from(units) : new TextEncoder().encode(message);
}

async function drawCode(message: string, format: CodeFormat): Promise<Blob> {
  const { image, error } = await writeBarcode(message, { ...DRAWN[format], addQuietZones: true });
  if (!image) throw new Error(`A code could not be drawn: ${error}`);
  return image;
}
