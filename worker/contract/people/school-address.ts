import type { SchoolDomainKind } from '../../../drizzle/vocabulary.ts';

/** A mail address in lower case, in its two parts. `local` has no `+tag`. */
export interface SchoolAddress {
  local: string;
  domain: string;
}

/** What is known of a mail domain. */
export interface KnownDomain {
  domain: string;
  school_id: string;
  kind: SchoolDomainKind;
  includes_subdomains: boolean;
  alias_of: string | null;
}

/** The school of an address with the inbox that it reaches, or why the address proves nothing. */
export type JudgedAddress =
  | { school_id: string; inbox: string; refused?: never }
  | { refused: 'unknown' | 'alumni' | 'staff' };

const LONGEST = 254;
const LOCAL = /^[a-z0-9_'-]+(\.[a-z0-9_'-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** The start of a label that stands for letters other than a to z. */
const ENCODED = 'xn--';
/** The labels under which schools put the addresses of former students. */
const ALUMNI = new Set(['alum', 'alumni', 'alumna', 'alumnae', 'alumnus']);

/**
 * Reads a mail address as it was typed. Null for any other text, and for an address with signs that schools do not use:
 * quotes, other alphabets, several `@`. Dots in `local` stay, because two inboxes may differ by them.
 */
export function readSchoolAddress(text: string): SchoolAddress | null {
  const typed = text.trim();
  // Some letters of other alphabets have a Latin lower case, so they are refused before.
  if (typed.length > LONGEST || !/^[!-~]+$/.test(typed)) return null;
  const [local = '', domain = '', ...more] = typed.toLowerCase().split('@');
  const [untagged = ''] = local.split('+');
  return more.length === 0 && LOCAL.test(untagged) && isSchoolDomain(domain) ? { local: untagged, domain } : null;
}

/** Whether a text is a domain name in lower case, with at least two labels of plain letters, digits and hyphens. */
export function isSchoolDomain(text: string): boolean {
  const labels = text.split('.');
  return (
    labels.length > 1 &&
    text.length <= LONGEST &&
    labels.every((label) => LABEL.test(label) && !label.startsWith(ENCODED))
  );
}

/** A domain and the domains above it, the longest first, without the top level. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/**
 * Judges an address by the known ones of its `domainsAbove`. The longest known domain that fits decides. An address of
 * alumni is refused also if nobody has listed its domain.
 */
export function judgeSchoolAddress({ local, domain }: SchoolAddress, known: readonly KnownDomain[]): JudgedAddress {
  const above = domainsAbove(domain).flatMap((name) => known.filter((row) => row.domain === name));
  const [nearest] = above;
  if (!nearest) return { refused: 'unknown' };
  const under = domain.slice(0, -nearest.domain.length).split('.');
  if (nearest.kind === 'alumni' || under.some((label) => ALUMNI.has(label))) return { refused: 'alumni' };
  // What is under a domain of staff is not for students, even where a wider domain of the school takes its subdomains.
  if (nearest.kind === 'staff') return { refused: 'staff' };
  const found = above.find((row) => row.domain === domain || row.includes_subdomains);
  if (!found) return { refused: 'unknown' };
  if (found.kind === 'alumni' || found.kind === 'staff') return { refused: found.kind };
  const reached = found.domain === domain ? (found.alias_of ?? domain) : domain;
  return { school_id: found.school_id, inbox: `${local}@${reached}` };
}
