import type { Context } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import type { SortKey, UserPage } from './admin-users.db.ts';

const MAX_PER_PAGE = 1000;

/** Throws a 400 for a malformed query. */
export function pageOf(c: Context<AuthEnv>): UserPage {
  const [key = '', direction = 'desc'] = (c.req.query('sort') || 'created_at desc').split(/[\s:]+/);
  if (!isSortKey(key) || !['asc', 'desc'].includes(direction))
    throw malformed('sort must be created_at, updated_at or email, asc or desc');
  return {
    page: countOf(c, { name: 'page', fallback: 1, max: 1_000_000 }),
    per_page: countOf(c, { name: 'per_page', fallback: 50, max: MAX_PER_PAGE }),
    filter: c.req.query('filter')?.trim().slice(0, 255) ?? '',
    sort: { key, ascending: direction === 'asc' },
  };
}

/**
 * Returns the value of the header `Link`. The client splits it at every comma, and reads the first parameter of each
 * link as `page`. So `page` must come first, and no link may contain a comma.
 */
export function linksOf(c: Context<AuthEnv>, { page, per_page, total }: UserPage & { total: number }): string {
  const last = Math.max(1, Math.ceil(total / per_page));
  const rest = ['filter', 'sort'].flatMap((name) => {
    const value = c.req.query(name);
    return value ? [`&${name}=${encodeURIComponent(value)}`] : [];
  });
  const link = (number: number, rel: string) =>
    `<${c.get('config').external_url}/admin/users?page=${number}&per_page=${per_page}${rest.join('')}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

function countOf(
  c: Context<AuthEnv>,
  { name, fallback, max }: { name: string; fallback: number; max: number },
): number {
  const text = c.req.query(name) ?? '';
  if (text === '') return fallback;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw malformed(`Bad Pagination Parameters: ${name} must be a number from 1 to ${max}`);
  return count;
}

function isSortKey(key: string): key is SortKey {
  return ['created_at', 'updated_at', 'email'].includes(key);
}
