import { expect, test } from 'vitest';
import { wholePicture } from './whole-picture.ts';

/** Joins the parts. Strings are encoded in Latin-1. */
const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (char) => char.charCodeAt(0)) : part)),
  );
const little = (value: number) => [value & 255, value >> 8, 0, 0];
const big = (value: number) => little(value).toReversed();

function webp(...chunks: (string | number[])[]): Uint8Array {
  const body = bytesOf(...chunks);
  return bytesOf('RIFF', little(body.length + 4), 'WEBP', Array.from(body));
}

const boxed = (type: string, ...content: number[]) => bytesOf(big(8 + content.length), type, content);
const inBoxes = (brand: string, ...boxes: Uint8Array[]) =>
  bytesOf(...[boxed('ftyp', ...bytesOf(brand)), ...boxes].map((box) => Array.from(box)));
const heic = (...boxes: Uint8Array[]) => inBoxes('heic', ...boxes);
const jpeg = (...parts: number[][]) => bytesOf([0xff, 0xd8], ...parts);
const [SCAN, END] = [
  [0xff, 0xda, 0, 2],
  [0xff, 0xd9],
];

const decoded = (bytes: Uint8Array) => wholePicture(bytes)?.bytes.length ?? null;
const isWhole = (bytes: Uint8Array) => decoded(bytes) === bytes.length;

test('a file of an unsupported format is refused, and so is a picture that contains a page, a script or a document', () => {
  const also = (text: string) => decoded(jpeg([0xff, 0xe1, 0, 2 + text.length, ...bytesOf(text)], SCAN, END));
  expect(also('a camera')).toBeGreaterThan(0);
  expect(['<SCRIPT', '<html', '<!doctype', '<?php', '%PDF-'].map(also)).toEqual([null, null, null, null, null]);
  expect([bytesOf('BM'), bytesOf('a text'), bytesOf()].map(decoded)).toEqual([null, null, null]);
});

test('a PNG without its end chunk, or with bytes after it, is refused', () => {
  const signature = [0x89, ...bytesOf('PNG\r\n\x1a\n')];
  const chunk = (type: string, ...content: number[]) =>
    Array.from(bytesOf(big(content.length), type, content, [1, 2, 3, 4]));
  const [pixels, end] = [chunk('IDAT', 5, 6, 7), chunk('IEND')];
  expect(isWhole(bytesOf(signature, pixels, end))).toBe(true);
  const broken = [
    bytesOf(signature, pixels),
    bytesOf(signature, pixels, end, [0]),
    bytesOf(signature, end.slice(0, -1)),
  ];
  expect(broken.map(decoded)).toEqual([null, null, null]);
});

test('the chunks of a WebP, each padded to an even length, must fill the file', () => {
  const odd = ['VP8 ', little(3), [1, 2, 3, 0]];
  expect([webp(...odd), webp(...odd, 'EXIF', little(0))].map(isWhole)).toEqual([true, true]);
  expect([12, 14, -2].map((more) => decoded(webp(...odd).with(4, 12 + 4 + more)))).toEqual([null, null, null]);
  const broken = [webp('VP8 ', little(3), [1, 2, 3]), webp(...odd, 'EXIF', little(1)), webp(...odd, [0])];
  expect(broken.map(decoded)).toEqual([null, null, null]);
});

test('the boxes of a HEIC must fill the file, and one of them must contain the pixels', () => {
  const pixels = boxed('mdat', 1, 2, 3);
  const whole = [heic(pixels), heic(pixels, boxed('free')), heic(bytesOf(big(0), 'mdat', [1, 2, 3]))];
  expect(whole.map(isWhole)).toEqual([true, true, true]);
  const types = ['heic', 'heix', 'avif', 'avis'].map((brand) => wholePicture(inBoxes(brand, pixels))?.type);
  expect(types).toEqual(['image/heic', 'image/heic', 'image/avif', 'image/avif']);
  const long = heic(bytesOf(big(1), 'mdat', big(0), big(18), [1, 2]));
  expect([long, heic(bytesOf(big(1), 'mdat', big(0), big(16)))].map(isWhole)).toEqual([true, true]);
  const broken = [
    heic(boxed('free')),
    heic(pixels, bytesOf(big(7), 'free')),
    heic(pixels, bytesOf(big(9), 'free')),
    heic(pixels, bytesOf([0])),
  ];
  expect(broken.map(decoded)).toEqual([null, null, null, null]);
  expect(decoded(heic(bytesOf(big(1), 'mdat', big(0))))).toBeNull();
  // The first box, the box of the pixels and these 4,094 boxes make 4,096, the most that are allowed.
  const most = Array.from({ length: 4094 }, () => boxed('free'));
  expect([isWhole(heic(pixels, ...most)), decoded(heic(pixels, ...most, boxed('free')))]).toEqual([true, null]);
});

test('a JPEG needs its end marker, and may have empty segments, fill bytes, stuffed bytes and restarts', () => {
  const scan = [...SCAN, 5, 0xff, 0, 6, 0xff, 0xd0, 7, 0xff, 0xd7, 8];
  const whole = [jpeg(SCAN, END), jpeg([0xff, 0xe0, 0, 2], SCAN, END), jpeg([0xff], scan, END), jpeg(scan, END)];
  expect(whole.map(isWhole)).toEqual([true, true, true, true]);
  expect(isWhole(jpeg([0xff, 0xe0, 1, 2], Array<number>(256).fill(0), SCAN, END))).toBe(true);
  expect(decoded(jpeg([0xff, 0xda, 0, 0], END))).toBeNull();
  const broken = [jpeg([0xff, 0xe0, 0, 1], SCAN, END), jpeg(SCAN), jpeg(scan), jpeg(SCAN, END, [1])];
  expect(broken.map(decoded)).toEqual([null, null, null, null]);
});

test('after the end of a JPEG, zeros or at most four more JPEGs are cut off', () => {
  const one = jpeg(SCAN, END);
  const following = (count: number) => jpeg(SCAN, END, ...Array.from({ length: count }, () => Array.from(one)));
  const lengths = [jpeg(SCAN, END, [0, 0, 0]), following(1), following(4), following(5)].map(decoded);
  expect(lengths).toEqual([one.length, one.length, one.length, null]);
});

test('only the first frame of a GIF and the data before it are kept', () => {
  const screen = ['GIF89a', [1, 0, 1, 0, 0, 0, 0]];
  const extension = [0x21, 0xf9, 1, 9, 0];
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 9, 0];
  const still = bytesOf(...screen, extension, frame, [0x3b]);
  const twice = bytesOf(...screen, extension, frame, extension, frame, [0x3b]);
  expect([still, twice].map((gif) => wholePicture(gif)!.bytes)).toEqual([still, still]);
  const table = Array<number>(6).fill(7);
  const globally = bytesOf('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], table, frame, [0x3b]);
  const locally = bytesOf(...screen, frame.with(9, 0x80).toSpliced(10, 0, ...table), [0x3b]);
  const ofFour = bytesOf('GIF89a', [1, 0, 1, 0, 0x81, 0, 0], table, table, frame, [0x3b]);
  expect([globally, locally, ofFour].map(isWhole)).toEqual([true, true, true]);
  const broken = [
    bytesOf(...screen, [0x3b]),
    bytesOf(...screen, frame),
    bytesOf(...screen, [0x22], frame, [0x3b]),
    bytesOf(...screen, frame, [0x3b, 0]),
  ];
  expect(broken.map(decoded)).toEqual([null, null, null, null]);
});
