import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { limitFactor, limitRequest } from '../base/limits.ts';
import { userBearer } from '../sessions/bearer.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { freshProof, requireFreshProof } from '../codes/fresh-proof.ts';
import { lacksSecondFactor } from '../factors/assurance.rules.ts';
import { EnrolFactor, enrolFactor } from '../factors/enrol-factor.ts';
import { challengeFactor, verifyFactor } from '../factors/factor-challenge.ts';
import { isAlive } from '../factors/factor-life.ts';
import { deleteFactor, hasRole } from '../factors/factors.db.ts';
import { PasskeyAnswer } from '../factors/passkey-answer.ts';
import { requireSecondFactor } from '../factors/require-second-factor.ts';

const ChallengeId = v.pipe(v.string(), v.uuid('challenge_id must be an UUID'));
const CodeAnswer = v.object({ challenge_id: ChallengeId, code: v.pipe(v.string(), v.maxLength(16)) });
const WebauthnAnswer = v.object({ challenge_id: ChallengeId, webauthn: PasskeyAnswer });

export const factorRoutes = new Hono<AuthEnv>()
  .use('/factors', userBearer)
  .use('/factors/*', userBearer)
  .post('/factors', freshProof, async (c) => {
    await limitRequest(c, 'user', c.get('caller').user.id);
    return c.json(await enrolFactor(c, await authBody(c, EnrolFactor)));
  })
  .post('/factors/:id/challenge', async (c) => {
    await limitFactor(c);
    return c.json(await challengeFactor(c, answerableFactor(c)));
  })
  .post('/factors/:id/verify', async (c) => {
    await limitFactor(c);
    const factor = answerableFactor(c);
    const { challenge_id, ...answer } = await authBody(
      c,
      factor.factor_type === 'webauthn' ? WebauthnAnswer : CodeAnswer,
    );
    return c.json(await verifyFactor(c, { factor, challenge_id, answer }));
  })
  .delete('/factors/:id', async (c) => {
    const factor = ownFactor(c);
    if (factor.status === 'verified' && lacksSecondFactor(c.get('caller'))) {
      throw refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    if (factor.status === 'verified') requireFreshProof(c, c.get('caller'));
    if (await isLastOfAdmin(c, factor)) throw lastOfAdmin();
    const { user } = c.get('caller');
    await deleteFactor(
      c.get('db'),
      factor.id,
      factor.status === 'verified' ? await tellOwner(c, { user, change: 'factor_removed' }) : [],
    );
    return c.json({ id: factor.id });
  });

/** Whether this is the only verified factor of an admin, in a deployment where admins need a second factor. */
async function isLastOfAdmin(c: Context<AuthEnv>, factor: AuthFactor): Promise<boolean> {
  const { user, factors } = c.get('caller');
  const others = factors.filter(({ id, status }) => status === 'verified' && id !== factor.id);
  if (c.env.STAFF_SECOND_FACTOR !== 'true' || factor.status !== 'verified' || others.length > 0) return false;
  return user.app_metadata['is_admin'] === true || (await hasRole(c.get('db'), { user_id: user.id, role: 'admin' }));
}

const lastOfAdmin = () =>
  refuse(
    422,
    'mfa_verified_factor_exists',
    'Admins must keep a second factor. Add another one first, or ask another admin to remove this one.',
  );

/** Finds the user's factor. Throws the same 404 for an unknown factor, an expired factor and another user's factor. */
function ownFactor(c: Context<AuthEnv>): AuthFactor {
  const id = c.req.param('id');
  const factor = c.get('caller').factors.find((each) => each.id === id && isAlive(each, c.get('now')));
  if (!factor) throw refuse(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
  return factor;
}

/**
 * Returns the factor that the session wants to verify. Throws if the factor is new and the session has not yet given
 * the user's second factor: an attacker may have enrolled the new factor.
 */
function answerableFactor(c: Context<AuthEnv>): AuthFactor {
  const factor = ownFactor(c);
  if (factor.status === 'unverified') requireSecondFactor(c.get('caller'));
  return factor;
}
