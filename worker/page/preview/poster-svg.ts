import { posterShapes } from '../posters/draw-poster.ts';

/** Returns a poster as an SVG of `width` × `height` pixels. Its right edge is perforated in the color `ink`. */
export const posterSvg = (name: string, { width, height, ink }: { width: number; height: number; ink: string }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<pattern id="perforation" width="10" height="18" patternUnits="userSpaceOnUse" x="${width - 5}"><circle cx="5" cy="9" r="5" fill="${ink}"/></pattern>
<svg width="${width}" height="${height}" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice">${posterShapes(name)}</svg>
<path fill="url(#perforation)" d="M${width - 5} 0h5v${height}h-5z"/>
</svg>`;
