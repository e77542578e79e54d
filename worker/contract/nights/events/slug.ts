/**
 * Returns a slug of `[a-z0-9-]`: lower case, accents removed, hyphens for spaces. Returns `night` if nothing is left.
 */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return slug.slice(0, 120).replace(/-$/, '') || 'night';
}

/** Returns a name in the form used to compare names: lower case, single spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the first free slug: `base`, then `base-suffix`, then `base-suffix-2`, `-3` and so on. */
export function freeSlug({
  base,
  suffix,
  isTaken,
}: {
  base: string;
  suffix: string;
  isTaken: (slug: string) => boolean;
}): string {
  if (!isTaken(base)) return base;
  const dated = `${base}-${suffix}`;
  let slug = dated;
  for (let at = 2; isTaken(slug); at++) slug = `${dated}-${at}`;
  return slug;
}
