import * as v from 'valibot';
import { SCHOOL_DOMAIN_KINDS } from '../../../drizzle/vocabulary.ts';
import { Domain, SchoolName } from './school.ts';

/** For the admin screens, which may import values only from the contract. */
export { SCHOOL_DOMAIN_KINDS };

const MOST_DOMAINS = 20;
const NO_CITY = "Type the school's city.";

const DomainRow = v.object({
  domain: Domain,
  kind: v.picklist(SCHOOL_DOMAIN_KINDS, `kind must be one of ${SCHOOL_DOMAIN_KINDS.join(', ')}.`),
  includes_subdomains: v.boolean('includes_subdomains must be true or false.'),
  alias_of: v.nullable(Domain),
});

const fields = {
  name: SchoolName,
  city: v.pipe(v.string(NO_CITY), v.trim(), v.nonEmpty(NO_CITY), v.maxLength(80, 'City too long')),
  domains: v.pipe(
    v.array(DomainRow),
    v.maxLength(MOST_DOMAINS, `A school can have at most ${MOST_DOMAINS} email domains.`),
    v.check((rows) => new Set(rows.map(({ domain }) => domain)).size === rows.length, 'List each domain only once.'),
    v.check(
      (rows) => rows.every(({ alias_of }) => alias_of === null || leads(rows, alias_of)),
      'An alias must name another domain of the same school.',
    ),
  ),
};

const leads = (rows: readonly { domain: string; alias_of: string | null }[], to: string) =>
  rows.some(({ domain, alias_of }) => domain === to && alias_of === null);

export const AddSchool = v.object(fields);

/** `seen` is the version that the editor saw. */
export const EditSchool = v.object({ ...fields, seen: v.object(fields) });

export type SchoolForm = v.InferOutput<typeof AddSchool>;
export type EditSchool = v.InferOutput<typeof EditSchool>;
