import { askAs, payAt, personOf } from './asking.ts';
import type { Asked } from './serve.ts';
import { rows, type World } from './world.ts';
import type { Name } from './names.ts';

export interface Going {
  who: Name;
  with: readonly Name[];
  /** How many members authorize a card, the captain first. */
  paid: number;
}

/**
 * A captain plans a squad, the others join, and the first `paid` members authorize a card. Returns the API's answer to
 * the captain.
 */
export async function goAsSquad(world: World, { who, with: friends, paid }: Going): Promise<Asked> {
  const json = { event_id: world.event_id, places: friends.length + 1, most_total: 100 };
  const planned = await askAs(world, who, '/api/my/squads', { json });
  if (planned.status !== 201) return planned;
  const token = String(planned.body['link']).split('#')[1];
  for (const friend of friends) await askAs(world, friend, '/api/my/squads/join', { json: { token } });
  for (const friend of [who, ...friends].slice(0, paid)) await authorize(world, String(planned.body['id']), friend);
  return planned;
}

async function authorize(world: World, squad_id: string, who: Name): Promise<void> {
  const [card] = rows<{ session_id: string | null }>(
    world,
    "SELECT session_id FROM squad_cards WHERE squad_id = ? AND user_id = ? AND status = 'awaiting'",
    squad_id,
    personOf(world, who).id,
  );
  await payAt(world, card?.session_id, who);
}
