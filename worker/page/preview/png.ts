import type { Picture } from './picture.ts';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Each byte as the difference to the one above: gradients and areas of one colour become runs. */
const UP = 2;

/** The picture as a PNG file. */
export async function pngOf({ width, height, rgb }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    rows[start] = UP;
    for (let x = 0; x < stride; x += 1) rows[start + 1 + x] = rgb[y * stride + x]! - (y > 0 ? rgb[(y - 1) * stride + x]! : 0);
  }
  const packed = new Response(new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate')));
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  // Eight bits a channel, three channels.
  head.setUint16(8, 0x0802);
  const file = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', new Uint8Array(await packed.arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(file).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** The checksum PNG asks for. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
