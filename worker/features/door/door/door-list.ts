import type { Actor, Db } from '../../../context.ts';
import type { DoorList } from '../../../contract/door/judge-pass.ts';
import { textBytes, toHex } from '../../../contract/text/bytes.ts';
import {
  entryOf,
  placesOf,
  readGiven,
  readGuests,
  readPasses,
  readScans,
  readTickets,
  readWaiting,
  ticketPlace,
} from './door-places.db.ts';
import { checkDoor, readDoor } from './door-rights.db.ts';
import { passKeys } from './pass-keys.ts';

/** Builds a door's signed list in one round trip. Throws `event.not_found`, `request.forbidden` and `launch.off`. */
export async function signedList(env: Env, { db, ...asked }: { db: Db; slug: string; actor: Actor; now: Date }) {
  const { slug, now } = asked;
  const [[found], tickets, passes, given, guests, waiting, scans] = await db.batch([
    readDoor(db, asked),
    readTickets(db, { slug }),
    readPasses(db, { slug }),
    readGiven(db, { slug }),
    readGuests(db, { slug }),
    readWaiting(db, { slug, now }),
    readScans(db, { slug }),
  ]);
  const event = checkDoor(found);
  const keys = await passKeys(env);
  const list: DoorList = {
    event: {
      id: event.id,
      title: event.title,
      venue_name: event.venue_name,
      start_at: event.start_at.toISOString(),
      end_at: event.end_at?.toISOString() ?? null,
      is_cancelled: event.cancelled_at !== null,
    },
    made_at: now.toISOString(),
    keys: keys.keys,
    places: placesOf({ tickets, passes, given, guests, waiting }),
    void_passes: passes
      .filter((pass) => pass.voided_at)
      .map((pass) => ({ pass_id: pass.id, place: ticketPlace(pass) })),
    entries: scans.map(entryOf),
  };
  const text = JSON.stringify(list);
  return { list: text, key_id: keys.id, signature: toHex(await keys.sign(textBytes(text))) };
}
