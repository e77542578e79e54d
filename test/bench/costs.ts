import { type MeasuredRoute, measuredRoutes } from './routes.ts';
import { lastCost, type MeasuredServer, startServer } from './server.ts';
import { type MeasuredCost, ownHeaders } from './route-cost.ts';
import { measuredWrites, measureWrites, prepareWrites } from './writes.ts';

/** Measures each write once, and each route at its second request, because the first one fills the caches. */
export async function measureCosts(settings: { port: number; barePort: number; state: string }) {
  const server = await startServer({ ...settings, isCounted: true });
  try {
    const { id: event_id, slug } = await eventWithListings(server);
    await prepareWrites(server, { event_id });
    const [routes, writes] = [measuredRoutes(slug), measuredWrites(settings.port, { event_id })];
    const costs = new Map<string, MeasuredCost>(await measureWrites(server, writes));
    for (const route of routes) {
      await ask(server, route);
      costs.set(route.name, await ask(server, route));
    }
    return { routes, writes, costs };
  } finally {
    await server.stop();
  }
}

async function ask(server: MeasuredServer, { name, path, status }: MeasuredRoute): Promise<MeasuredCost> {
  const answer = await fetch(`${server.origin}${path}`);
  const body = await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${name}: the status is ${answer.status} instead of ${status}.`);
  return { ...(await lastCost(server)), body, headers: ownHeaders(answer) };
}

async function eventWithListings({ origin }: MeasuredServer): Promise<{ id: string; slug: string }> {
  const { events } = (await (await fetch(`${origin}/api/home`)).json()) as {
    events: { id: string; slug: string; tickets: number }[];
  };
  return events.find(({ tickets }) => tickets > 0) ?? events[0]!;
}
