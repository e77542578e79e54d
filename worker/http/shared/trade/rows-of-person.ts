import { faceValueAsks } from '../../../../drizzle/tables/trade/face-value-asks.ts';
import { type RowsOfPerson, rowsOf } from '../../database/rows-of-person.ts';

/** These rows are deleted with an account. */
export const ROWS_OF_TRADE: readonly RowsOfPerson[] = [rowsOf(faceValueAsks, faceValueAsks.seller_id)];
