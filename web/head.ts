import { BRAND, TAGLINE } from '../worker/contract/brand.ts';

/** What a page says of itself to tabs, search engines and chats that show a preview. */
export interface PageHead {
  title: string;
  description: string;
  /** Absolute or same-origin path of a preview image. */
  image?: string | null;
  /** A JSON-LD object, or none. */
  structured?: Record<string, unknown>;
  /** Kept out of search engines. */
  hidden?: boolean;
}

export const defaultHead: PageHead = {
  title: `${BRAND}: ${TAGLINE}`,
  description: 'Student nights in Boston and New York: find one, join its waitlist, buy or sell a spare ticket at a fair price.',
};

/** The head of a screen with its own name. */
export function headOf(name: string, description = defaultHead.description): PageHead {
  return { title: `${name} · ${BRAND}`, description };
}
