import { doorStaff } from '../../../../drizzle/tables/door/door-staff.ts';
import { type RowsOfPerson, rowsOf } from '../../database/rows-of-person.ts';

/** These rows are deleted with an account. */
export const ROWS_OF_DOOR: readonly RowsOfPerson[] = [rowsOf(doorStaff, doorStaff.user_id)];
