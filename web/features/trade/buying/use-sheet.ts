import { useEffect, useState } from 'react';
import { noteSheet, returnedSheet } from '../../../session/return-place.ts';
import type { Offer } from './offers.ts';
import type { Buying } from './use-buying.ts';

/**
 * The purchase sheet of an event's page: the listing that it was opened for, undefined while it is closed. A person who
 * left the open sheet to sign in finds it open again. If that listing is gone, the sheet opens for the best price.
 */
export function useSheet<T extends Offer>({ offers, quantity }: Pick<Buying<T>, 'offers' | 'quantity'>) {
  const [asked, ask] = useState(() => {
    const sheet = returnedSheet();
    return sheet ? (offers.find(({ id }) => id === sheet.listing_id) ?? offers[0]) : undefined;
  });
  const id = asked?.id ?? null;
  useEffect(() => {
    noteSheet(id === null ? null : { listing_id: id, quantity });
    return () => noteSheet(null);
  }, [id, quantity]);
  return { asked, ask };
}
