import { blend, type Color, type Picture } from './picture.ts';

/** Letters printed in one size: where each one's rows begin, how far it stands off, how wide it is and how far the next one is. */
interface Face {
  height: number;
  ascent: number;
  glyphs: Record<string, readonly [offset: number, left: number, width: number, advance: number]>;
  /** What is added between two letters. */
  kerning: Record<string, number>;
}

/** The faces of `preview-glyphs.bin`; `alpha` is the opacity of every letter's pixels. */
export interface Letters {
  faces: { poster: Face; text: Face };
  alpha: Uint8Array;
}

/** Reads the printed letters from the static files. */
export async function readLetters(assets: Fetcher, origin: string): Promise<Letters> {
  const file = await assets.fetch(new URL('/preview-glyphs.bin', origin));
  const bytes = await new Response(file.body!.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const faces = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as Letters['faces'];
  return { faces, alpha: new Uint8Array(bytes, 4 + length) };
}

/** The text in letters the face has: an accent it lacks is dropped, and so is what it cannot write at all. */
export function writable({ glyphs }: Face, text: string): string {
  const chars = Array.from(text.normalize('NFC')).flatMap((char) =>
    glyphs[char] ? char : Array.from(char.normalize('NFKD')).filter((part) => glyphs[part]),
  );
  return chars.join('').replace(/\s+/g, ' ').trim();
}

/** The width of writable text in the face's own size, in pixels. */
export function widthOf({ glyphs, kerning }: Face, text: string): number {
  return Array.from(text).reduce((sum, char, at) => sum + glyphs[char]![3] + (kerning[char + (text[at + 1] ?? '')] ?? 0), 0);
}

/** Breaks text into lines no wider than `width`; a longer word stands alone. */
export function linesOf(face: Face, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(face, longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Writes a line whose capitals stand on `y`, in the face's size times `scale` (at most 1). */
export function write(
  picture: Picture,
  { faces, alpha }: Letters,
  {
    face: name,
    text,
    x,
    y,
    scale = 1,
    color,
  }: { face: keyof Letters['faces']; text: string; x: number; y: number; scale?: number; color: Color },
): void {
  const face = faces[name];
  let pen = x;
  for (const [at, char] of Array.from(text).entries()) {
    const [offset, left, width, advance] = face.glyphs[char]!;
    const originX = pen + left * scale;
    const originY = y - face.ascent * scale;
    for (let row = Math.floor(originY); row < originY + face.height * scale; row += 1) {
      for (let column = Math.floor(originX); column < originX + width * scale; column += 1) {
        const share = sample((column - originX) / scale, (row - originY) / scale, 1 / scale);
        if (share > 0 && row >= 0 && row < picture.height && column < picture.width)
          blend(picture, row * picture.width + column, color, share);
      }
    }
    pen += (advance + (face.kerning[char + (text[at + 1] ?? '')] ?? 0)) * scale;

    /** The mean opacity of the square of the letter that one pixel shows. */
    function sample(fromX: number, fromY: number, side: number): number {
      let sum = 0;
      for (let v = Math.floor(fromY); v < fromY + side; v += 1) {
        const tall = Math.min(v + 1, fromY + side) - Math.max(v, fromY);
        for (let u = Math.floor(fromX); u < fromX + side; u += 1) {
          if (u < 0 || v < 0 || u >= width || v >= face.height) continue;
          sum += alpha[offset + v * width + u]! * tall * (Math.min(u + 1, fromX + side) - Math.max(u, fromX));
        }
      }
      return sum / (255 * side * side);
    }
  }
}
