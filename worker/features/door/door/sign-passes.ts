import { eventTag, passBytes, shortCode, signedPass } from '../../../contract/door/pass-code.ts';
import { walletsOf } from '../../../http/shared/wallets.ts';
import { passKeys } from './pass-keys.ts';
import type { takePasses } from './passes.db.ts';
import type { takeWaitlistPass } from './waitlist-pass.db.ts';

/**
 * Signs passes for a phone. In the answer, `let_in` lists the scans that let someone in with these tickets. `kind`
 * says how the tickets change hands. `now` lets the phone correct its clock.
 */
export async function signPasses(
  env: Env,
  { found, now }: { found: Awaited<ReturnType<typeof takePasses | typeof takeWaitlistPass>>; now: Date },
) {
  const keys = await passKeys(env);
  const event_tag = await eventTag(found.event_id);
  const passes = await Promise.all(
    found.passes.map(async ({ id, position, device_key }) => {
      const data = passBytes({ key_id: keys.id, event_tag, pass_id: id, device_key });
      return { id, position, short_code: shortCode(id), signed: signedPass(data, await keys.sign(data)) };
    }),
  );
  const { title, slug, image_url, venue_name, address, start_at, end_at, is_pass_scanned, let_in, kind, is_given } =
    found;
  const event = { title, slug, image_url, venue_name, address, start_at, end_at };
  return { event, is_pass_scanned, kind, is_given, passes, let_in, wallets: walletsOf(env), now };
}
