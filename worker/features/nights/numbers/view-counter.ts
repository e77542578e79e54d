import type { Db } from '../../../context.ts';
import { analyticsViews } from './analytics-views.ts';
import { storedViews } from './stored-views.db.ts';
import type { ViewCounter } from './views.ts';

export function viewCounter(env: Env, db: Db): ViewCounter {
  return env.VIEWS_ACCOUNT_ID ? analyticsViews(env) : storedViews(db);
}
