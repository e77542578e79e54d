import type { SchoolDomainKind } from '../../../drizzle/vocabulary.ts';

/** In lower case. `local` has no `+tag`. */
export interface SchoolAddress {
  local: string;
  domain: string;
}

export interface KnownDomain {
  domain: string;
  school_id: string;
  kind: SchoolDomainKind;
  includes_subdomains: boolean;
  alias_of: string | null;
}

export type JudgedAddress =
  | { school_id: string; inbox: string; refused?: never }
  | { refused: 'unknown' | 'alumni' | 'staff' };

const LONGEST = 254;
const LOCAL = /^[a-z0-9_'-]+(\.[a-z0-9_'-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** A label with this prefix encodes letters beyond a to z. */
const ENCODED = 'xn--';
const ALUMNI = new Set(['alum', 'alumni', 'alumna', 'alumnae', 'alumnus']);

/**
 * Reads an address, and returns it in lower case. Returns null for other text, and for characters that schools do not
 * use: quotes, other alphabets, several `@`. Keeps dots in `local`, because two inboxes may differ only by a dot.
 */
export function readSchoolAddress(text: string): SchoolAddress | null {
  const typed = text.trim();
  // This check precedes lower-casing, because some letters of other alphabets have a Latin lower case.
  if (typed.length > LONGEST || !/^[!-~]+$/.test(typed)) return null;
  const [local = '', domain = '', ...more] = typed.toLowerCase().split('@');
  const [untagged = ''] = local.split('+');
  return more.length === 0 && LOCAL.test(untagged) && isSchoolDomain(domain) ? { local: untagged, domain } : null;
}

export function isSchoolDomain(text: string): boolean {
  const labels = text.split('.');
  return (
    labels.length > 1 &&
    text.length <= LONGEST &&
    labels.every((label) => LABEL.test(label) && !label.startsWith(ENCODED))
  );
}

/** The domain and its parents, longest first: for `cs.nyu.edu`, these are `cs.nyu.edu` and `nyu.edu`. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/**
 * `known` holds the known domains among `domainsAbove`. A subdomain whose name says that it is not for students, such
 * as `alumni`, is refused.
 */
export function judgeSchoolAddress({ local, domain }: SchoolAddress, known: readonly KnownDomain[]): JudgedAddress {
  const above = domainsAbove(domain).flatMap((name) => known.filter((row) => row.domain === name));
  const [nearest] = above;
  if (!nearest) return { refused: 'unknown' };
  const under = domain.slice(0, -nearest.domain.length).split('.');
  if (nearest.kind === 'alumni' || under.some((label) => ALUMNI.has(label))) return { refused: 'alumni' };
  // Domains under a staff domain are not for students, even if a wider domain has `includes_subdomains`.
  if (nearest.kind === 'staff') return { refused: 'staff' };
  const found = above.find((row) => row.domain === domain || row.includes_subdomains);
  if (!found) return { refused: 'unknown' };
  if (found.kind === 'alumni' || found.kind === 'staff') return { refused: found.kind };
  const reached = found.domain === domain ? (found.alias_of ?? domain) : domain;
  return { school_id: found.school_id, inbox: `${local}@${reached}` };
}
