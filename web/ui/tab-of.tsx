import { LineDrawing } from './line-drawing.tsx';

/** The content of a link in a bar: a line drawing, given as a path, above its name. */
export const tabOf = (draws: string, name: string) => (
  <>
    <LineDrawing size={20} stroke="2">
      <path d={draws} />
    </LineDrawing>
    {name}
  </>
);
