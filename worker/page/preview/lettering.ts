const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Mathematical letters, which people use as bold or italic text. */
const MATHEMATICAL = /[\u{1d400}-\u{1d7ff}]/gu;
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;
const LOW = /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}\p{sc=Zinh}]*$/u;

/** Returns capitals. An invisible space lets lines wrap between words of languages without spaces, such as Thai. */
export function asTitle(text: string): string {
  // The Greek locale removes the accents from Greek capitals and leaves other scripts alone.
  const capitals = asLine(text).toLocaleUpperCase('el');
  const words = [...WORDS.segment(capitals)];
  return words
    .map(({ segment, isWordLike }, at) => (isWordLike && words[at + 1]?.isWordLike ? `${segment}\u200b` : segment))
    .join('');
}

/** One line, with each accent joined to its letter. */
export function asLine(text: string): string {
  const plain = text.normalize('NFC').replace(MATHEMATICAL, (letter) => letter.normalize('NFKC'));
  return plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

export function directionOf(text: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}

/** The line height as a share of the font size. Latin, Greek and Cyrillic capitals need no space for descenders. */
export function lineHeightOf(capitals: string): number {
  return LOW.test(capitals) ? 0.93 : 1.2;
}
