import type { NewVouch, Vouch } from '../tables/all-tables.ts';

/** Ids count up, so no two rows share one. */
let made = 0;

/** Both people must exist. */
export function vouchRow(over: Partial<NewVouch> & Pick<Vouch, 'voucher_id' | 'vouchee_id'>): Vouch {
  return {
    id: `vouch-${++made}`,
    way: 'link',
    status: 'live',
    ended_at: null,
    created_at: new Date(Date.UTC(2030, 0, 1)),
    ...over,
  };
}
