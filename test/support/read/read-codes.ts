import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

export async function codesIn(file: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(path)).buffer } });
  return (await readBarcodes(file)).map(({ text }) => text);
}
