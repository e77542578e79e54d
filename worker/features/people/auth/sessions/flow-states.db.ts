import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import {
  authFlowStates,
  type AuthFlowState,
  type NewAuthFlowState,
} from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { Db } from '../../../../context.ts';
import { MINUTE } from '../../../../contract/time/durations.ts';

/** How long a person may take at the provider, in ms. */
export const OAUTH_FLOW_MS = 5 * MINUTE;
/** How long a PKCE code can be exchanged, in ms. */
export const AUTH_CODE_MS = 5 * MINUTE;

/** Stores a flow. First deletes abandoned flows, which may hold provider tokens. */
export async function insertOAuthFlow(db: Db, { flow, now }: { flow: NewAuthFlowState; now: Date }): Promise<void> {
  const isOAuth = or(isNotNull(authFlowStates.provider_verifier), isNotNull(authFlowStates.provider_access_token));
  const isOld = and(isOAuth, lt(authFlowStates.created_at, new Date(now.getTime() - OAUTH_FLOW_MS)));
  await db.batch([db.delete(authFlowStates).where(isOld), flowInsert(db, flow)]);
}

/** Returns and deletes a flow, so that a state works only once. Undefined for a state that is unknown or too old. */
export async function takeOAuthFlow(
  db: Db,
  { state, now }: { state: string; now: Date },
): Promise<AuthFlowState | undefined> {
  const isUnderWay = and(isNotNull(authFlowStates.provider_verifier), isNull(authFlowStates.auth_code));
  const isInTime = gt(authFlowStates.created_at, new Date(now.getTime() - OAUTH_FLOW_MS));
  const [flow] = await db
    .delete(authFlowStates)
    .where(and(eq(authFlowStates.id, state), isUnderWay, isInTime))
    .returning();
  return flow;
}

export async function findFlowByCode(db: Db, authCode: string): Promise<AuthFlowState | undefined> {
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.auth_code, authCode));
  return flow;
}

/** Returns and deletes a flow, so that only one of two simultaneous requests gets it. */
export async function takeFlowByCode(
  db: Db,
  { id, auth_code }: { id: string; auth_code: string },
): Promise<AuthFlowState | undefined> {
  const [flow] = await db
    .delete(authFlowStates)
    .where(and(eq(authFlowStates.id, id), eq(authFlowStates.auth_code, auth_code)))
    .returning();
  return flow;
}

/** Stores and returns a new PKCE code for a flow whose mail link was opened. Undefined if the flow is gone. */
export async function issueAuthCode(
  db: Db,
  { flow_state_id, now }: { flow_state_id: string; now: Date },
): Promise<string | undefined> {
  const [flow] = await db
    .update(authFlowStates)
    .set({ auth_code: crypto.randomUUID(), code_issued_at: now })
    .where(eq(authFlowStates.id, flow_state_id))
    .returning();
  return flow?.auth_code ?? undefined;
}

export function flowInsert(db: Db, flow: NewAuthFlowState) {
  return db.insert(authFlowStates).values(flow);
}

/** Deletes the account's unfinished sign-ins and identity links. Otherwise they would outlive its sessions. */
export function flowDelete(db: Db, userId: string) {
  return db
    .delete(authFlowStates)
    .where(or(eq(authFlowStates.user_id, userId), eq(authFlowStates.linking_user_id, userId)));
}
