import { posterShapes } from '../posters/draw-poster.ts';

/** Sizes are in pixels. A wide poster is perforated at its right edge, a tall poster at its lower edge. */
export const posterSvg = (
  name: string,
  { width, height, ink, isTall = false }: { width: number; height: number; ink: string; isTall?: boolean },
) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
${isTall ? tornBelow({ height, ink }) : tornRight({ width, ink })}
<svg width="${width}" height="${height}" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice">${posterShapes(name)}</svg>
<path fill="url(#perforation)" d="${isTall ? `M0 ${height - 8}h${width}v8h-${width}z` : `M${width - 5} 0h5v${height}h-5z`}"/>
</svg>`;

const tornRight = ({ width, ink }: { width: number; ink: string }) =>
  `<pattern id="perforation" width="10" height="18" patternUnits="userSpaceOnUse" x="${width - 5}"><circle cx="5" cy="9" r="5" fill="${ink}"/></pattern>`;
const tornBelow = ({ height, ink }: { height: number; ink: string }) =>
  `<pattern id="perforation" width="30" height="16" patternUnits="userSpaceOnUse" y="${height - 8}"><circle cx="15" cy="8" r="8" fill="${ink}"/></pattern>`;
