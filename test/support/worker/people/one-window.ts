import config from '../../../../wrangler.toml?raw';

/**
 * The limits of `wrangler.toml`, with a window that never ends. So a slow test gets the same results. `ceilings` is the
 * share of each limit of an address that is left, so that a tenth of the students meets a tenth of the ceiling.
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
