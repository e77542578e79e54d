import { personOf } from './asking.ts';
import { ask } from './serve.ts';
import { signIn, type World } from './world.ts';
import type { Ringer } from './names.ts';

const service = (world: World) => ({ Authorization: `Bearer ${world.env.AUTH_SERVICE_KEY_JWT}` });

export async function deleteAccount(world: World, { who }: { who: Ringer }): Promise<boolean> {
  const person = personOf(world, who);
  if (person.isGone) return false;
  const { status } = await ask(world.env, `/auth/v1/admin/users/${person.id}`, {
    method: 'DELETE',
    headers: service(world),
    json: {},
  });
  person.isGone = status === 200;
  return person.isGone;
}

export async function returnAs(world: World, { who }: { who: Ringer }): Promise<boolean> {
  const person = personOf(world, who);
  if (!person.isGone) return false;
  const json = { email: person.email, email_confirm: true };
  const { status, body } = await ask(world.env, '/auth/v1/admin/users', { headers: service(world), json });
  if (status >= 300) return false;
  const id = String(body['id']);
  world.owners.set(id, who);
  world.people.set(who, { ...person, id, headers: await signIn(world.env, { id }), isGone: false });
  return true;
}
