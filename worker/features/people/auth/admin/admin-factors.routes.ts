import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { phoneOf } from '../accounts/addresses.ts';
import { factorJson } from '../accounts/user-json.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { deleteFactor, updateFactor } from '../factors/factors.db.ts';
import { authBody, isUuid, optionalText } from '../base/inputs.ts';
import { userOfPath } from './user-of-path.ts';

const ChangeFactor = v.object({ friendly_name: optionalText(100), phone: optionalText(64) });

export const adminFactorRoutes = new Hono<AuthEnv>()
  .get('/admin/users/:id/factors', async (c) => c.json((await userOfPath(c)).factors.map(factorJson)))
  .put('/admin/users/:id/factors/:factor', async (c) => {
    const factor = await factorOfPath(c);
    const { friendly_name, phone } = await authBody(c, ChangeFactor);
    const change = {
      ...(friendly_name ? { friendly_name } : {}),
      ...(phone && factor.factor_type === 'phone' ? { phone: phoneOf(phone) } : {}),
      updated_at: c.get('now'),
    };
    await updateFactor(c.get('db'), { id: factor.id, change }).catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? refuse(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists')
        : error;
    });
    return c.json(factorJson({ ...factor, ...change }));
  })
  .delete('/admin/users/:id/factors/:factor', async (c) => {
    const factor = await factorOfPath(c);
    await deleteFactor(c.get('db'), factor.id);
    return c.json(factorJson(factor));
  });

async function factorOfPath(c: Context<AuthEnv>): Promise<AuthFactor> {
  const { factors } = await userOfPath(c);
  const id = c.req.param('factor') ?? '';
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = factors.find((each) => each.id === id);
  if (!factor) throw refuse(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
