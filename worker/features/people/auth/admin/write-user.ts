import type { Context } from 'hono';
import type { Db } from '../../../../context.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { findUser } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { emailExists, phoneExists, refuse } from '../base/errors.ts';

interface Addresses {
  email?: string;
  phone?: string;
}

/** Throws a 422 if a user already has one of the addresses. */
export async function refuseTakenAddresses(db: Db, { email, phone }: Addresses): Promise<void> {
  if (email && (await findUser(db, { email }))) throw emailExists();
  if (phone && (await findUser(db, { phone }))) throw phoneExists();
}

/** Throws a 422 if a user already has the id, or got one of the addresses after `refuseTakenAddresses` was called. */
export async function writeUser(
  c: Context<AuthEnv>,
  { writes, addresses }: { writes: readonly Write[]; addresses: Addresses },
): Promise<void> {
  try {
    await runAndTell(c, writes);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await refuseTakenAddresses(c.get('db'), addresses);
    throw refuse(422, 'conflict', 'A user with this id already exists');
  }
}
