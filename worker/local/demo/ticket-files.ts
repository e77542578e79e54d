import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { CodeFormat } from '../../../drizzle/handover-vocabulary.ts';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

const WRITTEN = { qr: 'QRCode', aztec: 'AztecCode', pdf417: 'PDF417', code128: 'Code128' } as const;

/** `pixels` has one gray byte for each pixel. The quiet zone around the code is part of the picture. */
export interface DrawnCode {
  width: number;
  height: number;
  pixels: Uint8Array;
  png: Buffer;
}

export async function drawCode(format: CodeFormat, text: string): Promise<DrawnCode> {
  const { symbol, image, error } = await writeBarcode(text, { format: WRITTEN[format], scale: 4, addQuietZones: true });
  if (!image) throw new Error(error);
  return { ...scaled(symbol, format === 'code128' ? 60 : 1), png: Buffer.from(await image.arrayBuffer()) };
}

/** Draws the symbol with a quiet zone. A module is four pixels wide. A bar code of one row is drawn as `rows` rows. */
function scaled(
  { data, width, height }: { data: Uint8ClampedArray; width: number; height: number },
  rows: number,
): Omit<DrawnCode, 'png'> {
  const [scale, quiet] = [4, 10];
  const down = height === 1 ? rows : 1;
  const [wide, high] = [(width + 2 * quiet) * scale, (height * down + 2 * quiet) * scale];
  const pixels = new Uint8Array(wide * high).fill(255);
  for (let y = 0; y < height * down * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      pixels[(y + quiet * scale) * wide + x + quiet * scale] =
        data[Math.floor(y / scale / down) * width + Math.floor(x / scale)]!;
    }
  }
  return { width: wide, height: high, pixels };
}

export function pdfOf(pages: DrawnCode[][], { text = 'Admit one', trailer = '' } = {}): Buffer {
  const objects: (string | Buffer)[] = ['', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const add = (object: string | Buffer) => objects.push(object);
  const kids = pages.map((codes) => {
    const images = codes.map((code) => add(imageObject(code)));
    const draws = codes.map((code, at) => {
      const scale = Math.min(360 / code.width, 220 / code.height);
      return `q ${code.width * scale} 0 0 ${code.height * scale} 60 ${540 - at * 260} cm /I${images[at]} Do Q`;
    });
    const content = add(streamObject('', Buffer.from(`${draws.join('\n')}\nBT /F1 24 Tf 60 790 Td (${text}) Tj ET`)));
    const names = images.map((image) => `/I${image} ${image} 0 R`).join(' ');
    const resources = `<< /Font << /F1 3 0 R >> /XObject << ${names} >> >>`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${content} 0 R >>`,
    );
  });
  objects[0] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  return written(objects, trailer);
}

const imageObject = ({ width, height, pixels }: DrawnCode) =>
  streamObject(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    deflateSync(pixels),
  );

export const streamObject = (entries: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

export function written(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const PASS_FORMATS = { qr: 'QR', aztec: 'Aztec', pdf417: 'PDF417', code128: 'Code128' } as const;

/** Makes a pass for Apple Wallet. The pass has no signature, because the code reader does not check signatures. */
export function passOf(format: CodeFormat, message: string): Buffer {
  const barcode = { format: `PKBarcodeFormat${PASS_FORMATS[format]}`, message, messageEncoding: 'iso-8859-1' };
  const json = { formatVersion: 1, description: 'Ticket', organizationName: 'The club', barcodes: [barcode], barcode };
  return Buffer.from(zipSync({ 'pass.json': strToU8(JSON.stringify(json)), 'icon.png': new Uint8Array(64) }));
}
