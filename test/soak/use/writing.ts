import { type Ask, type Answer, ask, codeOf } from './ask.ts';
import type { Person } from './cast.ts';
import { begin, type Kind, type Move } from './history.ts';
import type { World } from './world.ts';

export async function write(
  world: World,
  person: Person,
  { kind, key, ...what }: Ask & { kind: Kind; key: string },
): Promise<Answer | null> {
  const record = begin(world.history, { kind, key });
  const answer = await ask(world, person, { method: 'POST', ...what }, () => {
    record.tries += 1;
  });
  if (!answer) return null;
  if (answer.status < 300) record.id = (answer.body['id'] as string | undefined) ?? key;
  else record.refused = codeOf(answer);
  noteSignedOut(world, person, answer);
  return answer;
}

export async function move(world: World, person: Person, { move: to, id }: { move: Move; id: string }): Promise<void> {
  const record = { move: to, id, acknowledged: false };
  world.history.moves.push(record);
  const path = to === 'withdraw' ? `/api/listings/${id}/withdraw` : `/api/ticket-requests/${id}/${to}`;
  const answer = await ask(world, person, { method: 'POST', path });
  if (answer) noteSignedOut(world, person, answer);
  record.acknowledged = answer?.status === 200;
}

/** Records a session as lost if an answer says that the person is signed out. In a soak test, nobody signs out. */
function noteSignedOut({ history }: World, person: Person, { status }: Answer): void {
  if (status !== 401 || !person.session) return;
  history.writes.get(`session ${person.session.id}`)!.refused = 'signed out';
  person.session = null;
}
