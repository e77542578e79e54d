import { ask, type Asked } from './serve.ts';
import { rows, type World } from './world.ts';
import { isOfTheRing, type Name } from './names.ts';

export const personOf = (world: World, who: Name) => world.people.get(who)!;

export const askAs = (world: World, who: Name, path: string, init: Parameters<typeof ask>[2] = {}): Promise<Asked> =>
  ask(world.env, path, { ...init, headers: { ...personOf(world, who).headers, ...init?.headers } });

export const once = () => ({ 'Idempotency-Key': crypto.randomUUID() });

/** Uploads a file that differs from all other uploads. Returns its id. */
export async function upload(world: World, who: Name, purpose: string): Promise<string> {
  const bytes = `%PDF-1.4 ${who} ${++world.files}`;
  const { body } = await askAs(world, who, `/api/ticket-files?purpose=${purpose}`, { bytes });
  return String(body['id']);
}

/** Invents the hash of a ticket's code from the id of the ticket's file, because the files here contain no code. */
export const codeHash = (file: string): string => Buffer.from(file.padEnd(32, '0')).toString('hex').slice(0, 64);

export async function payFor(world: World, request_id: string, who: Name): Promise<boolean> {
  const query = 'SELECT session_id FROM payments WHERE request_id = ?';
  const [payment] = rows<{ session_id: string | null }>(world, query, request_id);
  return payAt(world, payment?.session_id, who);
}

/** Authorizes a person's card at a checkout. Returns whether the checkout was open. */
export async function payAt({ fake }: World, session: string | null | undefined, who: Name): Promise<boolean> {
  if (!session || fake.state().sessions.get(session)?.view.status !== 'open') return false;
  fake.act.pay(session, { card: 'ok', fingerprint: `card of ${who}` });
  await fake.pump();
  return true;
}

/** Finds the person's newest request that meets the SQL condition `where`. */
export function requestOf(world: World, who: Name, side: 'buyer' | 'seller', where: string): string | undefined {
  const [found] = rows<{ id: string }>(
    world,
    `SELECT request.id FROM ticket_requests request LEFT JOIN payments payment ON payment.request_id = request.id
      LEFT JOIN handovers handover ON handover.request_id = request.id WHERE request.event_id = 'night'
        AND request.${side}_id = ? AND ${where} ORDER BY request.rowid DESC`,
    personOf(world, who).id,
  );
  return found?.id;
}

/** Lets a seller set up payouts and ask for the money that is ready. Returns whether that changed anything. */
export async function payOut(world: World, { who }: { who: Name }): Promise<boolean> {
  const { id } = personOf(world, who);
  const [known] = rows<{ can_receive: number }>(world, 'SELECT can_receive FROM seller_accounts WHERE user_id = ?', id);
  if (!known?.can_receive) {
    const { status } = await askAs(world, who, '/api/my/payout-account', { method: 'POST' });
    if (status !== 200) return false;
    world.fake.act.onboard([...world.fake.state().accounts.keys()].at(-1)!);
    await askAs(world, who, '/api/my/payouts?back=1');
  }
  const { status } = await askAs(world, who, '/api/my/payouts/now', { method: 'POST' });
  // The ring spends its money immediately, so nothing can be taken back from its account.
  const query = 'SELECT provider_id FROM seller_accounts WHERE user_id = ?';
  const [account] = rows<{ provider_id: string }>(world, query, id);
  if (account && isOfTheRing(who)) world.fake.act.setUncollectable(account.provider_id, true);
  return status === 200 || !known?.can_receive;
}
