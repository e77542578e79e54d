import type { Mutant } from './mutants.ts';

/** A mutant that behaves like the source. `file`, `before` (the source line) and `change` identify it. */
interface Equivalent extends Pick<Mutant, 'file' | 'before' | 'change'> {
  reason: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'worker/http/security/guards.ts',
    before: 'if (!token) return null;',
    change: 'if (!token) return null; → ;',
    reason: 'A missing token is not valid either, and the next lines answer null for it too.',
  },
  {
    file: 'worker/features/trade/custody/file-type.rules.ts',
    before:
      'while (names.length < count && at + ZIP_ENTRY.bytes <= end && view.getUint32(at, true) === ZIP_ENTRY.mark) {',
    change: '<= → <',
    reason: 'An entry that touches the end has no room for a name.',
  },
  {
    file: 'worker/features/trade/custody/file-type.rules.ts',
    before: 'const first = Math.max(0, last - ZIP_END.longest_comment);',
    change: '0 → 1',
    reason: 'A zip begins with the record of its first entry, so its end record never begins at byte 0.',
  },
  {
    file: 'worker/contract/trade/fees.ts',
    before: 'const FIRST_STEP = 2 ** 31;',
    change: '31 → 32',
    reason: 'A step above the largest price is never taken.',
  },
  {
    file: 'worker/features/nights/ingest/ingest-groups.rules.ts',
    before: 'if (bytes > GROUP_BYTES) {',
    change: '> → >=',
    reason: 'A group of exactly this size is far below the limit of D1, so dividing it makes no difference.',
  },
  {
    file: 'worker/features/nights/ingest/ingest-groups.rules.ts',
    before: 'const ROW_BYTES = 400;',
    change: '400 → 401',
    reason: 'The 400 bytes are a generous estimate, and a group stays far below the limit of D1.',
  },
  {
    file: 'worker/features/nights/ingest/find-known.db.ts',
    before: "among(dated).where(and(gte(column, sql`j.value`), lt(column, sql`j.value || '.'`))),",
    change: 'lt → other_lte',
    reason: 'No slug ends with a dot.',
  },
  {
    file: 'worker/features/people/auth/sessions/refresh-token.ts',
    before: 'if (token.length > 128 || !/^[\\w-]+$/.test(token)) return null;',
    change: '> → >=',
    reason: 'A token has fewer characters, so that one of this length is refused in any case.',
  },
  {
    file: 'worker/features/nights/images/whole-picture.ts',
    before: 'while (at < bytes.length) {',
    change: '< → <=',
    reason: 'After the last byte no block begins, and the file is refused in both cases.',
  },
  {
    file: 'worker/features/nights/images/whole-picture.ts',
    before:
      'if (marker !== undefined && marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;',
    change: '0xff → 256',
    reason: 'A fill byte before a marker is skipped by the reader of segments too.',
  },
  {
    file: 'worker/features/trade/listings/cheapest-listing.db.ts',
    before: "and ${listings.status} = 'active' and ${listings.waitlist_first} = 0 and ${listings.quantity} > 0",
    change: '> → >=',
    reason:
      'Triggers set a listing without a free ticket to reserved or sold, so an active listing has at least one ticket.',
  },
];

export const isEquivalent = (mutant: Mutant) =>
  EQUIVALENTS.some(
    ({ file, before, change }) => mutant.file === file && mutant.before === before && mutant.change === change,
  );
