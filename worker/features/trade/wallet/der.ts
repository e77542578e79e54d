import { type Bytes, joinBytes } from '../../../contract/text/bytes.ts';

interface DerValue {
  tag: number;
  content: Bytes;
  whole: Bytes;
}

const SEQUENCE = 0x30;
const SET = 0x31;

export function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = joinBytes(...parts);
  return joinBytes(Uint8Array.of(tag, ...lengthBytes(content.length)), content);
}

export const sequence = (...parts: readonly Uint8Array[]): Bytes => der(SEQUENCE, ...parts);

/** Encodes a set in the order that DER requires. */
export const setOf = (...parts: readonly Uint8Array[]): Bytes => der(SET, ...parts.toSorted(compareBytes));

/** Replaces the tag of a value by the context tag `[number]`. */
export const tagged = (number: number, value: Bytes): Bytes =>
  joinBytes(Uint8Array.of(0xa0 + number), value.subarray(1));

/** Encodes a number from 0 to 127. */
export const smallInteger = (value: number): Bytes => der(0x02, Uint8Array.of(value));

export const octets = (content: Uint8Array): Bytes => der(0x04, content);

export const NULL = der(0x05);

export function objectId(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** The year has two digits until 2049, as certificates and signatures require. */
export function time(instant: Date): Bytes {
  const text = instant.toISOString().replaceAll(/[-:T]|\.\d{3}/g, '');
  const isShort = instant.getUTCFullYear() < 2050;
  return der(isShort ? 0x17 : 0x18, new TextEncoder().encode(isShort ? text.slice(2) : text));
}

/** Throws if the last value is cut off. */
export function readValues(bytes: Bytes): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length;) {
    const { size, starts } = readLength(bytes, at + 1);
    const end = starts + size;
    if (end > bytes.length) throw new Error('This is not valid DER: a value is cut off.');
    values.push({ tag: bytes[at]!, content: bytes.subarray(starts, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}

function readLength(bytes: Bytes, at: number): { size: number; starts: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { size: first, starts: at + 1 };
  const digits = bytes.subarray(at + 1, at + 1 + (first & 0x7f));
  return { size: digits.reduce((size, digit) => size * 256 + digit, 0), starts: at + 1 + digits.length };
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 + digits.length, ...digits];
}

function base128(arc: number): number[] {
  const digits = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 + (rest % 128));
  return digits;
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : one[at]! - (other[at] ?? 0);
}
