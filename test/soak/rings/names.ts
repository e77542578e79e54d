import type { Role } from '../../../drizzle/vocabulary.ts';

/** The accounts of the fraud ring. They all work together. */
export const RING = ['organizer', 'co-organizer', 'seller', 'other seller', 'buyer', 'returner'] as const;
export const HONEST = ['honest seller', 'honest buyer', 'other honest buyer', 'waiting student'] as const;
export type Ringer = (typeof RING)[number];
export type Name = Ringer | (typeof HONEST)[number] | 'admin' | 'other admin';

export const isOfTheRing = (name: Name | undefined): boolean => (RING as readonly (Name | undefined)[]).includes(name);
export const isHonest = (name: Name | undefined): boolean => (HONEST as readonly (Name | undefined)[]).includes(name);

export const ROLES: Partial<Record<Name, Role>> = {
  organizer: 'organizer',
  'co-organizer': 'organizer',
  admin: 'admin',
  'other admin': 'admin',
};
export const SELLERS = new Set<Name>([...RING.filter((name) => name !== 'buyer'), 'honest seller']);
export const NAMES: readonly Name[] = [...RING, ...HONEST, 'admin', 'other admin'];
