export type Point = readonly [x: number, y: number];
/** A closed line of points. */
export type Ring = readonly Point[];

const STEPS = 24;
const stepsTo = <T>(make: (share: number) => T): T[] => Array.from({ length: STEPS }, (_, at) => make((at + 1) / STEPS));

/** The points of an SVG path of one subpath, as posters use them: M L H V C S z, `v`, and `a` for half circles. */
export function pointsOf(d: string): Point[] {
  const points: Point[] = [];
  let [x, y]: Point = [0, 0];
  let lastBend: Point = [0, 0];
  const go = (to: Point) => {
    [x, y] = to;
    points.push(to);
  };
  const bend = (b: Point, c: Point, to: Point) => {
    const a: Point = [x, y];
    for (const point of stepsTo((t): Point => [cubic(t, a[0], b[0], c[0], to[0]), cubic(t, a[1], b[1], c[1], to[1])])) go(point);
    lastBend = c;
  };
  for (const [, command, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = [...rest!.matchAll(/-?[\d.]+/g)].map(Number) as [number, number, number, number, number, number];
    if (command === 'M' || command === 'L') go([n[0], n[1]]);
    else if (command === 'H') go([n[0], y]);
    else if (command === 'V') go([x, n[0]]);
    else if (command === 'v') go([x, y + n[0]]);
    else if (command === 'C') bend([n[0], n[1]], [n[2], n[3]], [n[4], n[5]]);
    else if (command === 'S') bend([2 * x - lastBend[0], 2 * y - lastBend[1]], [n[0], n[1]], [n[2], n[3]]);
    else if (command === 'a') {
      // A half circle; its signed radius tells left to right below from right to left above.
      const radius = Number(rest!.trim().split(/\s+/)[5]) / 2;
      const [middle, level] = [x + radius, y];
      for (const point of stepsTo((t): Point => [middle - radius * Math.cos(Math.PI * t), level + radius * Math.sin(Math.PI * t)]))
        go(point);
    }
  }
  return points;
}

function cubic(t: number, a: number, b: number, c: number, d: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

/** The rings around a line of a width: two around a closed one, else one. */
export function strokeOf(points: readonly Point[], { width, closed }: { width: number; closed: boolean }): Ring[] {
  const side = (by: number) =>
    points.map((point, at): Point => {
      const before = points[at - 1] ?? (closed ? points.at(-2)! : point);
      const after = points[at + 1] ?? (closed ? points[1]! : point);
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const length = Math.hypot(dx, dy);
      return [point[0] - (dy / length) * by, point[1] + (dx / length) * by];
    });
  const [left, right] = [side(width / 2), side(-width / 2)];
  return closed ? [left, right] : [[...left, ...right.toReversed()]];
}
