import config from '../../../wrangler.toml?raw';

/** The limits of `wrangler.toml` with every request in one window, however long the test takes: no window ends and lets somebody in again. */
export function limitsInOneWindow(): Partial<Env> {
  const limits = [
    ...config.matchAll(/\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = \d+ \}/g),
  ];
  return Object.fromEntries(limits.map(([, name, most]) => [name, countTo(Number(most))]));
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
