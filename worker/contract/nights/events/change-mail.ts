import { MINUTE } from '../../time/durations.ts';

/** Changes of an event become one mail once it rests for `rest_ms`, or `longest_ms` after the first of them. */
export const CHANGE_MAIL = { rest_ms: 2 * MINUTE, longest_ms: 10 * MINUTE } as const;
