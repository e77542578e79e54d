import { printOf } from '../../contract/nights/poster-print.ts';

/**
 * The poster of a title as an SVG of `width` × `height` pixels, its right edge torn along a perforation in the colour
 * `ink`.
 */
export function posterSvg(
  title: string,
  { width, height, ink }: { width: number; height: number; ink: string },
): string {
  const { inks, marks } = printOf(title);
  const print = marks.map(([d, color, tenths, line]) => {
    const paint = line ? `fill="none" stroke="${inks[color]}" stroke-width="${line}"` : `fill="${inks[color]}"`;
    return `<path d="${d}" opacity="${tenths / 10}" ${paint}/>`;
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
