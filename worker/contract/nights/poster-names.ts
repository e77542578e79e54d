import { styleOf } from './poster-print.ts';

/** A poster differs in palette from this many posters before it: its neighbors in a grid of up to four columns. */
const NEIGHBORS = 4;
/** A poster differs in composition from this many posters before it. */
const DIFFERENT = 20;
const TRIES = 400;

/**
 * Names the poster of each event after the event's slug, and adds a number where close posters would look alike. The
 * names stay the same when the list grows at its end.
 */
export function posterNames(slugs: readonly string[]): string[] {
  const styles: (readonly [palette: number, print: number])[] = [];
  return slugs.map((slug) => {
    const name = nameThatFits(slug, styles);
    styles.push(styleOf(name));
    return name;
  });
}

function nameThatFits(slug: string, styles: readonly (readonly [palette: number, print: number])[]): string {
  const palettes = new Set(styles.slice(-NEIGHBORS).map(([palette]) => palette));
  const prints = new Set(styles.slice(-DIFFERENT).map(([, print]) => print));
  for (let at = 0; at < TRIES; at++) {
    const name = at === 0 ? slug : `${slug}~${at}`;
    const [palette, print] = styleOf(name);
    if (!palettes.has(palette) && !prints.has(print)) return name;
  }
  return slug;
}
