import { BRAND, TAGLINE } from '../worker/contract/text/brand.ts';

export interface PageHead {
  title: string;
  description: string;
  /** The address of a preview image: an absolute URL, or a path on this origin. */
  image?: string | null;
  /** A JSON-LD object. */
  structured?: Record<string, unknown>;
  /** True keeps the page out of search engines. */
  hidden?: boolean;
}

const DESCRIPTION =
  'Student nights in Boston and New York: find one, join its waitlist, buy or sell a spare ticket at a fair price.';

export function titleOf(name: string | undefined): string {
  return name === undefined ? `${BRAND}: ${TAGLINE}` : `${name} · ${BRAND}`;
}

export function headOf(name?: string, description = DESCRIPTION): PageHead {
  return { title: titleOf(name), description };
}
