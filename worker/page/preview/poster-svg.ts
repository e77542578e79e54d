import { printOf } from '../../contract/nights/poster-print.ts';

/**
 * Returns the poster of a title as an SVG of `width` × `height` pixels. Its right edge is perforated in the color
 * `ink`.
 */
export function posterSvg(
  title: string,
  { width, height, ink }: { width: number; height: number; ink: string },
): string {
  const { inks, marks } = printOf(title);
  const print = marks.map(([d, color, tenths, line]) => {
    // A path with `opacity` would be drawn in a layer of its own, which takes memory.
    const opacity = `opacity="${tenths / 10}"`;
    const stroke = `fill="none" stroke="${inks[color]}" stroke-width="${line}" stroke-${opacity}`;
    return `<path d="${d}" ${line ? stroke : `fill="${inks[color]}" fill-${opacity}`}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="glow" x2=".6" y2="1"><stop stop-color="${inks[0]}"/><stop offset="1" stop-color="${inks[1]}"/></linearGradient>
<pattern id="perforation" width="10" height="18" patternUnits="userSpaceOnUse" x="${width - 5}"><circle cx="5" cy="9" r="5" fill="${ink}"/></pattern>
<svg width="${width}" height="${height}" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice">
<path fill="url(#glow)" d="M0 0h160v100H0z"/>${print.join('')}
</svg>
<path fill="url(#perforation)" d="M${width - 5} 0h5v${height}h-5z"/>
</svg>`;
}
