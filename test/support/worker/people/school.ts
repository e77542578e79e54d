import { markHash } from '../../../../worker/http/shared/people/shared-mark.ts';
import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { profiles, schoolProofs } from '../../../../drizzle/tables/all-tables.ts';
import { post } from '../trade/ask-for-tickets.ts';
import { signedInAs } from './auth.ts';
import { db } from '../db.ts';
import { newestMail } from '../talk/mailbox.ts';

export interface MySchool {
  badge: { school: string | null; proved_at: string | null; until: string | null } | null;
  code: { school: string; until: string; again_at: string } | null;
  asks: { name: string; domain: string; status: string }[];
  error: { code: string; message: string; fields?: Record<string, string> };
}

type Headers = Record<string, string>;

const call = async (
  path: string,
  { headers, body, method = 'POST' }: { headers: Headers; body?: unknown; method?: string },
) => {
  const { status, json } = await post(`/api/my/school${path}`, { headers, body, method });
  return { status, json: json as unknown as MySchool };
};

export const askForCode = (headers: Headers, email: unknown) => call('', { headers, body: { email } });
export const enterCode = (headers: Headers, code: string) => call('/code', { headers, body: { code } });
export const readSchool = (headers: Headers) => call('', { headers, method: 'GET' });
export const giveUp = (headers: Headers) => call('', { headers, method: 'DELETE' });

/** A signed-in person without a badge. */
export async function student() {
  const person = await signedInAs('user');
  await db.update(profiles).set({ is_student_verified: false, school: null }).where(eq(profiles.id, person.user.id));
  return person;
}

export async function provedStudent(email: string) {
  const person = await student();
  await askForCode(person.headers, email);
  const proved = await enterCode(person.headers, (await newestMail(email)).code);
  if (proved.status !== 200) throw new Error(`The inbox was not proved: ${JSON.stringify(proved)}`);
  return person;
}

export const profileOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
export const proofsOf = (id: string) =>
  db.select().from(schoolProofs).where(eq(schoolProofs.user_id, id)).orderBy(schoolProofs.created_at);

export async function ownersOf(inbox: string): Promise<string[]> {
  const inbox_hash = await markHash(env, { kind: 'inbox', value: inbox });
  const rows = await db
    .select({ user_id: schoolProofs.user_id })
    .from(schoolProofs)
    .where(and(eq(schoolProofs.inbox_hash, inbox_hash), eq(schoolProofs.status, 'proven')));
  return rows.map(({ user_id }) => user_id);
}

export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
