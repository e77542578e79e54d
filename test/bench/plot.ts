export interface Line {
  name: string;
  values: readonly number[];
}

interface Plot {
  title: string;
  axis: string;
  places: readonly number[];
  lines: readonly Line[];
}

const [WIDTH, HEIGHT] = [720, 400];
const FRAME = { left: 64, right: 556, top: 56, bottom: 340 };
const COLOURS = ['#b3261e', '#1b5e9c', '#2e7d32', '#7b4b94'];
const NAME_HEIGHT = 22;

/**
 * Returns an SVG whose axes go in powers of ten. A flat line shows a constant cost. A diagonal line shows a cost that
 * grows in proportion to `places`, the values on the horizontal axis.
 */
export function plotSvg({ title, axis, places, lines }: Plot): string {
  const most = Math.max(10, ...lines.flatMap(({ values }) => values));
  const [first, last] = [Math.log10(places[0]!), Math.log10(places.at(-1)!)];
  const top = Math.ceil(Math.log10(most));
  const x = (value: number) => FRAME.left + ((Math.log10(value) - first) / (last - first)) * (FRAME.right - FRAME.left);
  const y = (value: number) => FRAME.bottom - (Math.log10(Math.max(1, value)) / top) * (FRAME.bottom - FRAME.top);
  const across = places.map((place) => text({ x: x(place), y: FRAME.bottom + 20, anchor: 'middle' }, shown(place)));
  const up = Array.from({ length: top + 1 }, (_, power) => {
    const at = y(10 ** power);
    const rule = `<path d="M${FRAME.left} ${at.toFixed(1)}H${FRAME.right}" stroke="#ddd"/>`;
    return `${rule}${text({ x: FRAME.left - 8, y: at + 4, anchor: 'end' }, shown(10 ** power))}`;
  });
  const drawn = lines.map(({ name, values }, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const points = values.map((value, place) => `${x(places[place]!).toFixed(1)},${y(value).toFixed(1)}`);
    const dots = points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${colour}"/>`,
    );
    const label = text(
      { x: FRAME.right + 16, y: FRAME.top + 12 + at * NAME_HEIGHT, colour },
      `${name}: ${shown(values.at(-1)!)}`,
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text({ x: FRAME.left, y: 28 }, title),
    ...up,
    ...across,
    text({ x: (FRAME.left + FRAME.right) / 2, y: FRAME.bottom + 44, anchor: 'middle' }, axis),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

const shown = (value: number) => value.toLocaleString('en-US');

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function text(
  { x, y, anchor = 'start', colour = '#222' }: { x: number; y: number; anchor?: string; colour?: string },
  words: string,
): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${escaped(words)}</text>`;
}
