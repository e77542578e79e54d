import { useEffect, useState } from 'react';
import { noteSheet, returnedSheet } from '../../../session/return-place.ts';
import type { ShownListing } from './eligible-listings.ts';
import type { Buying } from './use-buying.ts';

/** The listing of the open purchase sheet. A person who left the sheet to sign in finds it open again. */
export function useSheet<T extends ShownListing>({ listings, quantity }: Pick<Buying<T>, 'listings' | 'quantity'>) {
  const [asked, ask] = useState(() => {
    const sheet = returnedSheet();
    return sheet ? (listings.find(({ id }) => id === sheet.listing_id) ?? listings[0]) : undefined;
  });
  const id = asked?.id ?? null;
  useEffect(() => {
    noteSheet(id === null ? null : { listing_id: id, quantity });
    return () => noteSheet(null);
  }, [id, quantity]);
  return { asked, ask };
}
