import type { SchoolForm } from '../../../../worker/contract/people/admin-schools.ts';
import { SCHOOL_DOMAIN_KINDS } from '../../../../worker/contract/people/admin-schools.ts';

type DomainRow = SchoolForm['domains'][number];

/** A school as its form shows it: one mail domain per line. */
export interface SchoolText {
  name: string;
  city: string;
  domains: string;
}

export const EMPTY_SCHOOL: SchoolText = { name: '', city: '', domains: '' };

/** Lines of domains: `bu.edu shared`, `harvard.edu shared subdomains`, `neu.edu shared = northeastern.edu`. */
export const schoolText = ({ name, city, domains }: SchoolForm): SchoolText => ({
  name,
  city,
  domains: domains.map(lineOf).join('\n'),
});

const lineOf = ({ domain, kind, includes_subdomains, alias_of }: DomainRow): string =>
  [domain, kind, ...(includes_subdomains ? ['subdomains'] : []), ...(alias_of ? ['=', alias_of] : [])].join(' ');

export function readDomains(
  text: string,
): { domains: DomainRow[]; wrong?: never } | { domains?: never; wrong: string } {
  const domains: DomainRow[] = [];
  for (const line of text.split('\n').map((typed) => typed.trim())) {
    if (line === '') continue;
    const row = readLine(line);
    if (!row) return { wrong: line };
    domains.push(row);
  }
  return { domains };
}

function readLine(line: string): DomainRow | null {
  const [, domain = '', word = 'student', subdomains, alias] =
    /^(\S+)(?:\s+([a-z]+))?(?:\s+(subdomains))?(?:\s*=\s*(\S+))?$/i.exec(line) ?? [];
  const kind = SCHOOL_DOMAIN_KINDS.find((known) => known === word.toLowerCase());
  return domain && kind
    ? { domain, kind, includes_subdomains: subdomains !== undefined, alias_of: alias ?? null }
    : null;
}
