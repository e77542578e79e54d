import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import readerWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { CodeFormat } from '../../drizzle/handover-vocabulary.ts';
import type { Area, Code } from './messages.ts';

prepareZXingModule({ overrides: { locateFile: () => readerWasm } });

const FORMATS: Record<string, CodeFormat> = { QRCode: 'qr', Aztec: 'aztec', PDF417: 'pdf417', Code128: 'code128' };
const OPTIONS: ReaderOptions = {
  formats: ['QRCodeModel2', 'AztecCode', 'PDF417', 'Code128'],
  tryHarder: true,
  maxNumberOfSymbols: 20,
};

/** Builds a code. The API knows the code by its `hash`. */
export async function codeOf(
  format: CodeFormat,
  { bytes, text }: { bytes: Uint8Array<ArrayBuffer>; text: string },
): Promise<Code> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''), format, bytes, text };
}

function areaOf(corners: readonly { x: number; y: number }[], { width, height }: ImageData): Area {
  const [xs, ys] = [corners.map(({ x }) => x / width), corners.map(({ y }) => y / height)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export async function scanCodes(picture: ImageData, options: ReaderOptions = {}): Promise<Code[]> {
  const results = await readBarcodes(picture, { ...OPTIONS, ...options });
  const codes = new Map<string, Code>();
  for (const { isValid, symbology, bytes, text, position } of results) {
    const format = FORMATS[symbology];
    if (!isValid || !format || bytes.length === 0) continue;
    const code = await codeOf(format, { bytes: new Uint8Array(bytes), text });
    codes.set(code.hash, { ...code, area: areaOf(Object.values(position), picture) });
  }
  return [...codes.values()];
}
