import * as v from 'valibot';

/** An account of `npm run demo`, and the path of the screen to open first. */
export interface DemoAccount {
  email: string;
  password: string;
  sees: string;
  path: string;
}

const Demo = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ email: v.string(), password: v.string(), sees: v.string(), path: v.string() })),
);

/** Reads `DEMO_ACCOUNTS`, which is empty except in a demo. */
export function readDemo(text: string): DemoAccount[] {
  const read = v.safeParse(Demo, text);
  return read.success ? read.output : [];
}
