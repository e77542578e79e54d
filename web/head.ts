import { BRAND, TAGLINE } from '../worker/contract/text/brand.ts';

/** A page's data for tabs, search engines and chats that show a preview. */
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

/** Returns the tab title of a page. Without a name, it is the product's title. */
export function titleOf(name: string | undefined): string {
  return name === undefined ? `${BRAND}: ${TAGLINE}` : `${name} · ${BRAND}`;
}

/** Returns the head of a page. Without a name, it is the product's head. */
export function headOf(name?: string, description = DESCRIPTION): PageHead {
  return { title: titleOf(name), description };
}
