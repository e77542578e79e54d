import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import {
  type AskForSchool,
  MOST_CODE_TRIES,
  SCHOOL_CODE_GAP_S,
  SCHOOL_CODE_MINUTES,
} from '../../../contract/people/school.ts';
import { judgeSchoolAddress, type SchoolAddress } from '../../../contract/people/school-address.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { isSameText, keyedHash, randomDigits } from '../../../http/security/crypto.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { dispatch, outboxInsert } from '../../../http/outbox/outbox.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { markHash } from '../../../http/shared/people/shared-mark.ts';
import { countTry, giveUpBadge, proveInbox, writeCode } from './prove-inbox.db.ts';
import { askForSchool, findDomains, findMySchool } from './school.db.ts';
import { addressRefused, codeEnded, codeWrong, inboxTaken } from './school.errors.ts';
import { codeMail } from './school.mails.ts';
import { claimCode } from './send-limits.ts';

type Ctx = Context<AppEnv>;

export async function readSchool(c: Ctx) {
  const { code, ...found } = await findMySchool(c.get('db'), { user_id: c.get('actor').user_id, now: c.get('now') });
  return {
    ...found,
    code: code && {
      school: code.school,
      until: code.until,
      again_at: new Date(code.sent_at.getTime() + SCHOOL_CODE_GAP_S * 1000),
    },
  };
}

/**
 * Sends a code to a school address. The response does not reveal whether the inbox already proves another account.
 * Throws `school.unknown` for an unknown domain, `school.not_student` for a domain of alumni or staff, and
 * `request.too_many`.
 */
export async function sendSchoolCode(c: Ctx, address: SchoolAddress): Promise<void> {
  const db = c.get('db');
  const now = c.get('now');
  const { user_id } = c.get('actor');
  const { known, own_email, own_inboxes } = await findDomains(db, { ...address, user_id });
  const judged = judgeSchoolAddress(address, known);
  if (judged.refused) throw addressRefused(judged.refused);
  const { school_id, inbox } = judged;
  const inbox_hash = await markHash(c.env, { kind: 'inbox', value: inbox });
  const is_own = own_email === inbox || own_inboxes.includes(inbox_hash);
  await claimCode(c.env, { user_id, inbox_hash, is_own, now });
  const code = randomDigits(6);
  const code_hash = await hashOf(c.env, { user_id, inbox_hash, code });
  const expires_at = new Date(now.getTime() + SCHOOL_CODE_MINUTES * MINUTE);
  const { school } = known.find((row) => row.school_id === school_id)!;
  // The code goes to the inbox that it proves, not to the address as typed.
  const mail = { channel: 'email', recipient: inbox, ...(await renderMail(codeMail({ code, school }))) } as const;
  const { id, statement } = await outboxInsert(c, mail, { purpose: 'account', expires_at });
  await writeCode(db, { user_id, school_id, inbox_hash, code_hash, code_expires_at: expires_at, now }, statement);
  dispatch(c, [id]);
}

/** Throws `school.code_ended` and `school.code_wrong`. After a right code, can throw `school.inbox_taken`. */
export async function enterSchoolCode(c: Ctx, code: string): Promise<void> {
  const db = c.get('db');
  const now = c.get('now');
  const { user_id } = c.get('actor');
  const sent = await countTry(db, { user_id, now });
  if (!sent?.code_hash) throw codeEnded();
  const { id, inbox_hash, tries } = sent;
  if (!isSameText(await hashOf(c.env, { user_id, inbox_hash, code }), sent.code_hash))
    throw codeWrong(MOST_CODE_TRIES - tries);
  const { is_proven, is_taken, slugs } = await proveInbox(db, { id, user_id, inbox_hash, now });
  if (!is_proven) throw is_taken ? inboxTaken() : codeEnded();
  await purgePublic(c, eventPaths(slugs));
}

export async function endBadge(c: Ctx): Promise<void> {
  const slugs = await giveUpBadge(c.get('db'), c.get('actor'));
  await purgePublic(c, eventPaths(slugs));
}

export const askToAdd = (c: Ctx, ask: AskForSchool): Promise<void> =>
  askForSchool(c.get('db'), { user_id: c.get('actor').user_id, ask, now: c.get('now') });

const hashOf = (env: Env, { user_id, inbox_hash, code }: { user_id: string; inbox_hash: string; code: string }) =>
  keyedHash(env.AUTH_PEPPER, ['school code', user_id, inbox_hash, code]);
