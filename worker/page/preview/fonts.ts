interface FontFile {
  /** Without the scope, for example `noto-sans-thai`. */
  family: string;
  url: string;
  covers: (char: string) => boolean;
}

/** The fonts of the scripts that students here most likely write. `LAST_RESORT` draws the rest. */
const URLS = import.meta.glob<string>(
  [
    '../../../node_modules/@fontsource-variable/archivo/files/*-wdth-normal.woff2',
    '../../../node_modules/@fontsource-variable/noto-sans/files/*-{cyrillic,cyrillic-ext,devanagari,greek,greek-ext,latin-ext}-wdth-normal.woff2',
    '../../../node_modules/@fontsource-variable/noto-sans-*/files/*-{arabic,bengali,gujarati,hebrew,thai}-wdth-normal.woff2',
    // Fonts with thousands of characters come in slices.
    '../../../node_modules/@fontsource-variable/noto-{emoji,sans-jp,sans-kr,sans-sc}/files/*-[0-9]*-wght-normal.woff2',
    '../../../node_modules/@fontsource/unifontex/files/*.woff2',
  ],
  { eager: true, query: '?url&no-inline', import: 'default' },
);
/** A CSS `unicode-range` for each file of a package. */
const RANGES = import.meta.glob<Record<string, string>>('../../../node_modules/@fontsource-variable/*/unicode.json', {
  eager: true,
  import: 'default',
});
/** The characters of Archivo's files. The package's own list includes some that the files lack. */
const ARCHIVO: Record<string, string> = {
  latin: 'U+20-7E,U+A0-FF,U+131,U+152-153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122',
  'latin-ext': 'U+100-130,U+132-151,U+154-17F,U+18F,U+192,U+1C4-1DC,U+1E6-1E7,U+1EA-1EB,U+1FA-21B,U+1E80-1E85,U+1E9E',
  vietnamese: 'U+1A0-1A1,U+1AF-1B0,U+1EA0-1EF9',
};
/**
 * The Unicode ranges of these fonts include symbols that their files lack. So these fonts draw only Han and Hangul, and
 * Noto Sans JP draws the symbols.
 */
const CHARACTERS_ONLY = new Set(['noto-sans-sc', 'noto-sans-kr']);
/** A pixel font with almost every Unicode character. Its 2 MB are rarely needed. */
const LAST_RESORT = 'unifontex';
/** Stands for each font that `byRank` does not name. These fonts have one script each, so any order is right. */
const ONE_SCRIPT = 'noto-sans-*';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Joiners, variation selectors and others that draw nothing by themselves. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

// In CSS, the later of two files that draw a character wins. Here the first one wins, so the list is reversed.
const FILES = Object.entries(URLS)
  .toReversed()
  .map(([path, url]) => fontFile(path, url));

function fontFile(path: string, url: string): FontFile {
  const [, root = '', family = '', subset = ''] =
    /^(.*\/([^/]+)\/)files\/\2-(.+)-[a-z0-9]+-normal\.woff2$/.exec(path) ?? [];
  const lists = family === 'archivo' ? ARCHIVO : RANGES[`${root}unicode.json`];
  // The key is a subset like `thai`, or a slice of an East Asian font like `[12]`.
  const list = lists?.[subset] ?? lists?.[`[${subset}]`];
  const ranges = list?.split(',').map((range) => rangeOf(range));
  return {
    family,
    url,
    covers: (char) => {
      const code = char.codePointAt(0)!;
      if (CHARACTERS_ONLY.has(family) && !/[\p{sc=Han}\p{sc=Hang}]/u.test(char)) return false;
      return !ranges || ranges.some(([from, to]) => code >= from && code <= to);
    },
  };
}

function rangeOf(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.slice('U+'.length).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** Finds the files that draw a text, the preferred ones first. */
export function fontsFor(text: string): FontFile[] {
  const files = FILES.toSorted(byRank(text));
  const needed = new Set<FontFile>();
  for (const { segment } of GRAPHEMES.segment(text)) {
    const chars = Array.from(segment.replace(INVISIBLE, ''));
    if (chars.length === 0) continue;
    // An emoji of several characters must come from one file, so a file for the whole grapheme is preferred.
    const whole = files.find((file) => file.family !== LAST_RESORT && chars.every(file.covers));
    for (const file of whole ? [whole] : chars.map((char) => files.find(({ covers }) => covers(char))!))
      needed.add(file);
  }
  return files.filter((file) => needed.has(file));
}

/** Chinese, Japanese and Korean share characters but not their shapes, so the text's script decides the first font. */
function byRank(text: string): (a: FontFile, b: FontFile) => number {
  const eastAsian = /[\p{sc=Hira}\p{sc=Kana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{sc=Hang}/u.test(text)
      ? 'noto-sans-kr'
      : 'noto-sans-sc';
  const order = [
    'archivo',
    'noto-emoji',
    'noto-sans',
    ONE_SCRIPT,
    eastAsian,
    'noto-sans-sc',
    'noto-sans-jp',
    'noto-sans-kr',
    LAST_RESORT,
  ];
  const rank = ({ family }: FontFile) => order.indexOf(order.includes(family) ? family : ONE_SCRIPT);
  return (a, b) => rank(a) - rank(b);
}
