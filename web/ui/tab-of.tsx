import { LineDrawing } from './line-drawing.tsx';

/** The content of a link in a bar: a line drawing above the name of the link. `draws` is an SVG path. */
export const tabOf = (draws: string, name: string) => (
  <>
    <LineDrawing size={20} stroke="2">
      <path d={draws} />
    </LineDrawing>
    {name}
  </>
);
