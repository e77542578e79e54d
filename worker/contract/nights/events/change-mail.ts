import { MINUTE } from '../../time/durations.ts';

/**
 * The changes of an event go out in one mail, `quiet_ms` after the last change and at most `longest_ms` after the first
 * one.
 */
export const CHANGE_MAIL = { quiet_ms: 2 * MINUTE, longest_ms: 10 * MINUTE } as const;
