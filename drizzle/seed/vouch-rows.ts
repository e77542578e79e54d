import { type NewVouch, type Vouch, vouches } from '../tables/all-tables.ts';
import { nullColumns } from './null-columns.ts';

let made = 0;

/** Both people must exist. */
export function vouchRow(over: Partial<NewVouch> & Pick<Vouch, 'voucher_id' | 'vouchee_id'>): Vouch {
  return {
    ...nullColumns(vouches),
    id: `vouch-${++made}`,
    way: 'link',
    status: 'live',
    created_at: new Date(Date.UTC(2030, 0, 1)),
    ...over,
  };
}
