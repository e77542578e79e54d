import type { Plan } from './plans.db.ts';

/** A plan for its person, without the times of its last change. */
export function planView({ created_at: _created, updated_at: _updated, ...plan }: Plan) {
  return plan;
}
