import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * Prints the letters of the preview images once, so that the Worker needs no font engine: `npm run preview-glyphs` writes
 * web/public/preview-glyphs.bin, which is gzip of a 4-byte length, that much JSON (see `Face` of worker/page/preview/lettering.ts), and
 * the letters' opacity, one byte a pixel. Run it anew when the font changes.
 */
const FONT = 'web/styles/archivo-latin.woff2';
const TARGET = 'web/public/preview-glyphs.bin';
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join('');
const MARKS = '‘’“”–—…•€';
const LATIN = range(0x20, 0x7e) + range(0xa1, 0xff) + MARKS;
const FACES = {
  poster: { font: '900 extra-condensed 108px Archivo', chars: `${LATIN.replace(/[a-zß-öø-ÿ]/g, '')}vouch` },
  text: { font: '600 34px Archivo', chars: LATIN },
};

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.setContent('<p>Archivo</p>');
  const source = `data:font/woff2;base64,${readFileSync(FONT).toString('base64')}`;
  const printed = await page.evaluate(
    async ({ source: url, faces }) => {
      document.fonts.add(await new FontFace('Archivo', `url(${url})`, { weight: '100 900', stretch: '62% 125%' }).load());
      return Object.entries(faces).map(([name, { font, chars }]) => {
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d', { willReadFrequently: true })!;
        pen.font = font;
        const measured = [...new Set(chars)].map((char) => ({ char, size: pen.measureText(char) }));
        const ascent = Math.max(...measured.map(({ size }) => Math.ceil(size.actualBoundingBoxAscent)));
        const height = ascent + Math.max(...measured.map(({ size }) => Math.ceil(size.actualBoundingBoxDescent)));
        const glyphs = measured.map(({ char, size }) => {
          const left = Math.floor(-size.actualBoundingBoxLeft) - 1;
          const width = Math.max(1, Math.ceil(size.actualBoundingBoxRight) + 1 - left);
          canvas.width = width;
          canvas.height = height;
          pen.font = font;
          pen.fillText(char, -left, ascent);
          const { data } = pen.getImageData(0, 0, width, height);
          return { char, left, width, advance: size.width, alpha: Array.from({ length: width * height }, (_, at) => data[at * 4 + 3]!) };
        });
        const letters = measured.map(({ char }) => char).filter((char) => /[A-Za-z]/.test(char));
        const kerning = letters.flatMap((a) =>
          letters.flatMap((b) => {
            const by = pen.measureText(a + b).width - pen.measureText(a).width - pen.measureText(b).width;
            return Math.abs(by) < 0.2 ? [] : [[a + b, Math.round(by * 10) / 10] as const];
          }),
        );
        return { name, height, ascent, glyphs, kerning };
      });
    },
    { source, faces: FACES },
  );
  let offset = 0;
  const faces = printed.map(({ name, height, ascent, glyphs, kerning }) => {
    const table = glyphs.map(({ char, left, width, advance, alpha }) => {
      const entry = [char, [offset, left, width, Math.round(advance * 10) / 10]] as const;
      offset += alpha.length;
      return entry;
    });
    return [name, { height, ascent, glyphs: Object.fromEntries(table), kerning: Object.fromEntries(kerning) }] as const;
  });
  const json = Buffer.from(JSON.stringify(Object.fromEntries(faces)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const alpha = Buffer.concat(printed.flatMap(({ glyphs }) => glyphs.map((glyph) => Buffer.from(glyph.alpha))));
  const file = gzipSync(Buffer.concat([length, json, alpha]), { level: 9 });
  writeFileSync(TARGET, file);
  console.log(`${TARGET}: ${file.length} bytes, ${alpha.length} of letters, ${json.length} of table`);
} finally {
  await browser.close();
}
