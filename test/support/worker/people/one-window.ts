import config from '../../../../wrangler.toml?raw';

/**
 * Returns the limits of `wrangler.toml` with a window that never ends, so that a slow test gets the same results.
 * `ceilings` multiplies the limits for each IP address. A test that simulates a tenth of the people behind an address
 * sets it to 0.1.
 */
export function limitsInOneWindow({ ceilings = 1 }: { ceilings?: number } = {}): Partial<Env> {
  const limits = [
    ...config.matchAll(
      /\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = \d+ \}/g,
    ),
  ];
  return Object.fromEntries(
    limits.map(([, name, most]) => [name, countTo(Number(most) * (name!.startsWith('CEILING_') ? ceilings : 1))]),
  );
}

function countTo(most: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  };
}
