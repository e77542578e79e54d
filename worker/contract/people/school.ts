import * as v from 'valibot';
import { cleanName } from '../text/names.ts';
import { isSchoolDomain, readSchoolAddress, type SchoolAddress } from './school-address.ts';

export const SCHOOL_CODE_MINUTES = 10;
export const MOST_CODE_TRIES = 5;
export const SCHOOL_CODE_GAP_S = 60;

const NO_ADDRESS = 'Type the address of your school inbox, like name@school.edu.';

export const ProveSchool = v.object({
  email: v.pipe(
    v.string(NO_ADDRESS),
    v.rawTransform<string, SchoolAddress>(({ dataset: { value }, addIssue, NEVER }) => {
      const address = readSchoolAddress(value);
      if (address) return address;
      addIssue({ message: NO_ADDRESS });
      return NEVER;
    }),
  ),
});

const SIX_DIGITS = 'The code has six digits.';

export const SchoolCode = v.object({
  code: v.pipe(
    v.string(SIX_DIGITS),
    v.transform((code) => code.replaceAll(/\s/g, '')),
    v.regex(/^\d{6}$/, SIX_DIGITS),
  ),
});

const NO_NAME = 'Tell us the name of the school.';
const NO_DOMAIN = 'Type what comes after the @ in student addresses, like school.edu.';

export const SchoolName = v.pipe(
  v.string(NO_NAME),
  v.transform(cleanName),
  v.nonEmpty(NO_NAME),
  v.maxLength(120, 'Name too long'),
);
/** A school's domain. It may be typed as a whole address or with its `@`. */
export const Domain = v.pipe(
  v.string(NO_DOMAIN),
  v.transform((domain) => domain.trim().toLowerCase().replace(/^.*@/, '')),
  v.check(isSchoolDomain, NO_DOMAIN),
);

export const AskForSchool = v.object({ name: SchoolName, domain: Domain });
export type AskForSchool = v.InferOutput<typeof AskForSchool>;
