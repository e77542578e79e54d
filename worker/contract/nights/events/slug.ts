/** Makes the slug of a title. Returns `night` if nothing is left of the title. */
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

/** The form in which names are compared. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the first free slug among `base`, `base-suffix`, `base-suffix-2`, `base-suffix-3` and so on. */
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
