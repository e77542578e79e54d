import { styleOf } from '../../../contract/nights/poster-print.ts';

/** This many posters in a row share neither colors nor composition: the neighbors in a grid of up to four columns. */
const NEIGHBORS = 4;
/** No two posters this close share both colors and composition. */
const DIFFERENT = 40;
const TRIES = 400;

/**
 * Names the poster of each title in a list: the title, or the title with a number. The names are chosen so that
 * neighbors share neither colors nor composition, and nearby posters do not share both. They stay the same when the
 * list grows at its end.
 */
export function posterNames(titles: readonly string[]): string[] {
  const styles: (readonly [number, number])[] = [];
  return titles.map((title) => {
    const name = nameThatFits(title, styles);
    styles.push(styleOf(name));
    return name;
  });
}

function nameThatFits(title: string, styles: readonly (readonly [number, number])[]): string {
  const near = styles.slice(-NEIGHBORS);
  const around = styles.slice(-DIFFERENT);
  for (let at = 0; at < TRIES; at++) {
    const name = at === 0 ? title : `${title} ${at}`;
    const [inks, form] = styleOf(name);
    const isAlike = near.some((other) => other[0] === inks || other[1] === form);
    if (!isAlike && !around.some((other) => other[0] === inks && other[1] === form)) return name;
  }
  return title;
}
