import { env } from 'cloudflare:workers';
import { joined } from '../bytes.ts';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const uint32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined(ascii(type), data);
  return joined(uint32(data.length), named, uint32(crc32(named)));
}

/** Makes a black 1-bit PNG. With `rows` below `height` it has less data than its header declares. */
export async function png(width: number, height: number, rows = height): Promise<Uint8Array> {
  const raw = new Uint8Array(rows * (1 + Math.ceil(width / 8)));
  const packed = await new Response(
    new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate')),
  ).arrayBuffer();
  const header = joined(uint32(width), uint32(height), Uint8Array.of(1, 0, 0, 0, 0));
  return joined(
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(packed)),
    chunk('IEND', new Uint8Array()),
  );
}

export async function picture(
  format: 'image/jpeg' | 'image/webp' | 'image/avif',
  width = 64,
  height = 48,
): Promise<Uint8Array> {
  const result = await env.IMAGES.input(new Blob([await png(width, height)]).stream()).output({ format });
  return new Uint8Array(await result.response().arrayBuffer());
}

export function gif(): Uint8Array {
  const frame = Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0);
  const screen = Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255);
  return joined(ascii('GIF89a'), screen, frame, frame, Uint8Array.of(0x3b));
}

const segment = (marker: number, data: Uint8Array) =>
  joined(Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff), data);

/** Makes a JPEG with an EXIF block: camera maker `VouchCam`, GPS 42°21′N 71°3′W, and a comment. */
export async function jpegFromCamera(): Promise<Uint8Array> {
  const plain = await picture('image/jpeg');
  const tiff = joined(
    ascii('II*\0'),
    // IFD0 at 8: Make (ASCII, 9 bytes at 38), GPS IFD pointer (at 47).
    Uint8Array.of(8, 0, 0, 0, 2, 0),
    Uint8Array.of(0x0f, 0x01, 2, 0, 9, 0, 0, 0, 38, 0, 0, 0),
    Uint8Array.of(0x25, 0x88, 4, 0, 1, 0, 0, 0, 47, 0, 0, 0),
    Uint8Array.of(0, 0, 0, 0),
    ascii('VouchCam\0'),
    // GPS IFD: latitude and longitude with their references, three rationals each.
    Uint8Array.of(4, 0),
    Uint8Array.of(1, 0, 2, 0, 2, 0, 0, 0, 0x4e, 0, 0, 0),
    Uint8Array.of(2, 0, 5, 0, 3, 0, 0, 0, 101, 0, 0, 0),
    Uint8Array.of(3, 0, 2, 0, 2, 0, 0, 0, 0x57, 0, 0, 0),
    Uint8Array.of(4, 0, 5, 0, 3, 0, 0, 0, 125, 0, 0, 0),
    Uint8Array.of(0, 0, 0, 0),
    ...[42, 1, 21, 1, 0, 1, 71, 1, 3, 1, 0, 1].map((value) => Uint8Array.of(value, 0, 0, 0)),
  );
  const exif = joined(ascii('Exif\0\0'), tiff);
  const comment = ascii('taken at home');
  return joined(plain.subarray(0, 2), segment(0xe1, exif), segment(0xfe, comment), plain.subarray(2));
}
