import { lookOf } from '../../../contract/nights/poster-print.ts';

/** How many prints in a row are alike in nothing: the neighbours in a grid of up to four columns. */
const NEIGHBOURS = 4;
/** A pair of colours and composition is not repeated within this many prints. */
const DIFFERENT = 40;
const TRIES = 400;

/**
 * A name for the poster of each title of a list: the title, or the title with a number, so that neighbours share
 * neither colours nor composition, and no pair of both is repeated nearby. The names of a list stay when it grows at
 * its end.
 */
export function posterNames(titles: readonly string[]): string[] {
  const looks: (readonly [number, number])[] = [];
  return titles.map((title) => {
    const name = nameThatFits(title, looks);
    looks.push(lookOf(name));
    return name;
  });
}

function nameThatFits(title: string, looks: readonly (readonly [number, number])[]): string {
  const near = looks.slice(-NEIGHBOURS);
  const around = looks.slice(-DIFFERENT);
  for (let at = 0; at < TRIES; at++) {
    const name = at === 0 ? title : `${title} ${at}`;
    const [inks, form] = lookOf(name);
    const isAlike = near.some((other) => other[0] === inks || other[1] === form);
    if (!isAlike && !around.some((other) => other[0] === inks && other[1] === form)) return name;
  }
  return title;
}
