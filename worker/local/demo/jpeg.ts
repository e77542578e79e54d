import type { DrawnCode } from './ticket-files.ts';

/** In pixels: the width of a module in a drawn code, and the width of a block in a JPEG. */
const [MODULE, BLOCK] = [4, 8];
/**
 * Huffman codes from Table K.3 of the JPEG standard. The index is the number of bits (0 to 8) of the difference between
 * the grays of a block and the block before it.
 */
const SIZES = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110'];
const END_OF_BLOCK = '0';

const word = (value: number) => [value >> 8, value & 0xff];
const segment = (marker: number, bytes: readonly number[]) => [0xff, marker, ...word(bytes.length + 2), ...bytes];
const sixteen = (...counts: number[]) => [...counts, ...Array.from({ length: 16 - counts.length }, () => 0)];

/** Makes a JPEG of a code: each module is one block of one gray, so the picture needs no cosine transform. */
export function jpegOf({ width, height, pixels }: DrawnCode): Buffer {
  const [wide, high] = [width / MODULE, height / MODULE];
  const head = [
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => BLOCK)]),
    ...segment(0xc0, [8, ...word(high * BLOCK), ...word(wide * BLOCK), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...sixteen(0, 1, 5, 1, 1, 1), 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...segment(0xc4, [0x10, ...sixteen(1), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ];
  let [bits, last] = ['', 0];
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      const level = pixels[row * MODULE * width + column * MODULE]! > 127 ? 127 : -127;
      bits += differenceOf(level - last) + END_OF_BLOCK;
      last = level;
    }
  }
  const padded = bits + '1'.repeat((8 - (bits.length % 8)) % 8);
  const data = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  // A zero follows each byte that could be taken for a marker.
  const escaped = data.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte]));
  return Buffer.from([0xff, 0xd8, ...head, ...escaped, 0xff, 0xd9]);
}

function differenceOf(value: number): string {
  const size = value === 0 ? 0 : Math.abs(value).toString(2).length;
  const bits = size === 0 ? '' : (value > 0 ? value : value + 2 ** size - 1).toString(2).padStart(size, '0');
  return SIZES[size]! + bits;
}
