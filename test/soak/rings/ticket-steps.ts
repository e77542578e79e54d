import { askAs, codeHash, requestOf } from './asking.ts';
import { clock } from './edge.ts';
import type { Asked } from './serve.ts';
import { rows, type World } from './world.ts';
import type { Name } from './names.ts';

type Who = { who: Name };

/** Opens every ticket. `opened` is the answer for the last ticket, or undefined if the API lists no tickets. */
async function open(
  world: World,
  { who, id }: Who & { id: string },
): Promise<{ ticket_ids: string[]; opened: Asked | undefined }> {
  const { body } = await askAs(world, who, `/api/ticket-requests/${id}/tickets`);
  const ticket_ids = ((body['tickets'] ?? []) as { id: string }[]).map((ticket) => ticket.id);
  let opened: Asked | undefined;
  for (const ticket of ticket_ids) opened = await askAs(world, who, `/api/tickets/${ticket}/file`);
  return { ticket_ids, opened };
}

export async function openTickets(world: World, { who }: Who): Promise<Asked | undefined> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured'");
  return id ? (await open(world, { who, id })).opened : undefined;
}

/** Opens the tickets. The phone then reports the right code of each ticket, or a wrong code if `right` is false. */
export async function checkTickets(world: World, { who, right }: Who & { right: boolean }): Promise<Asked | undefined> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured'");
  if (!id) return undefined;
  const { ticket_ids } = await open(world, { who, id });
  let checked: Asked | undefined;
  for (const ticket of ticket_ids) {
    const code_hash = right ? codeOf(world, ticket) : codeHash('another ticket');
    checked = await askAs(world, who, `/api/tickets/${ticket}/check`, { json: { code_hash } });
  }
  return checked;
}

export interface Giving {
  who: Name;
  to: Name;
  reads: 'nothing' | 'the right code' | 'another code';
  back: boolean;
}

/** The buyer gives a ticket to another account, which opens it and may give it back. */
export async function giveTicket(world: World, { who, to, reads, back }: Giving): Promise<Asked | undefined> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured'");
  if (!id) return undefined;
  const given = await askAs(world, who, `/api/ticket-requests/${id}/given`, { json: { position: 1 } });
  if (given.status !== 201) return given;
  const token = String(given.body['url']).split('#')[1];
  const accepted = await askAs(world, to, '/api/my/given/accept', { json: { token } });
  if (accepted.status !== 200) return accepted;
  const { ticket_ids } = await open(world, { who: to, id });
  for (const ticket of reads === 'nothing' ? [] : ticket_ids) {
    const code_hash = reads === 'the right code' ? codeOf(world, ticket) : codeHash('another ticket');
    await askAs(world, to, `/api/tickets/${ticket}/check`, { json: { code_hash } });
  }
  return back ? askAs(world, to, `/api/ticket-requests/${id}/given/back`, { method: 'POST' }) : accepted;
}

export function codeOf(world: World, ticket: string): string {
  const [{ file_id }] = rows<{ file_id: string }>(world, 'SELECT file_id FROM listing_tickets WHERE id = ?', ticket);
  return codeHash(file_id);
}

/** Door staff mark the holder of a ticket as admitted, without a code. Returns whether the server answers `in`. */
export async function markByName(world: World, { who, of }: Who & { of: Name }): Promise<boolean> {
  const id = requestOf(world, of, 'buyer', "payment.status = 'captured'");
  if (!id) return false;
  const scan = { nonce: crypto.randomUUID(), place: `ticket:${id}:1`, way: 'name', code: null, undone: false };
  const json = { door: 'Side door', scans: [{ ...scan, at: new Date(clock.ms).toISOString() }] };
  const { body } = await askAs(world, who, '/api/door/night/scans', { json });
  return ((body['outcomes'] ?? []) as { outcome: string }[]).some(({ outcome }) => outcome === 'in');
}
