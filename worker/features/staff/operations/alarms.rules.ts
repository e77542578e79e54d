import type { AlarmState } from '../../../../drizzle/tables/staff/cron-runs.ts';
import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { MINUTE } from '../../../contract/time/durations.ts';

/** An alarm ends once its fault has been absent for this time (ms), so a fault that comes and goes is one alarm. */
const QUIET_MS = 5 * MINUTE;

/** `section` (of docs/runbook.md) and `page` say where to find help. */
export interface Alert {
  state: 'began' | 'ended';
  name: string;
  sentence: string;
  section: string;
  page: string;
}

const CHECK = '/check';
const MONEY = { section: 'Money', page: '/admin/money' };

export const ALARMS: Record<string, Pick<Alert, 'section' | 'page'>> = {
  'Messages waiting': { section: 'Stuck queue', page: CHECK },
  'Messages given up, last 24 h': { section: 'Stuck queue', page: CHECK },
  Cron: { section: 'Cron stopped', page: CHECK },
  Database: { section: 'D1 overloaded', page: CHECK },
  'Errors, last 5 min': { section: 'Bad deploy', page: CHECK },
  'Small write, last 5 min': { section: 'D1 overloaded', page: CHECK },
  'Database answers': { section: 'D1 overloaded', page: CHECK },
  Ledger: MONEY,
  Cover: MONEY,
  'Automatic payouts': MONEY,
};

/** Returns the alerts of alarms that begin or end at `now`, and the alarms that are on afterwards. */
export function changesOf(
  before: readonly AlarmState[],
  { checks, now }: { checks: readonly OperationsCheck[]; now: number },
): { alerts: Alert[]; after: AlarmState[] } {
  const faults = checks.filter(({ name, sentence }) => sentence !== null && name in ALARMS);
  const isSeen = (state: AlarmState) => faults.some(({ name }) => name === state.name);
  const began = faults.filter(({ name }) => !before.some((state) => state.name === name));
  const kept = before.map((state) => (isSeen(state) ? { ...state, seen_at: now } : state));
  const hasEnded = ({ seen_at }: AlarmState) => now - seen_at >= QUIET_MS;
  return {
    alerts: [
      ...began.map(({ name, sentence }) => alertOf('began', name, sentence!)),
      ...kept.filter(hasEnded).map((state) => alertOf('ended', state.name, endOf(state))),
    ],
    after: [
      ...kept.filter((state) => !hasEnded(state)),
      ...began.map(({ name }) => ({ name, began_at: now, seen_at: now })),
    ],
  };
}

export const alertOf = (state: Alert['state'], name: string, sentence: string): Alert => ({
  state,
  name,
  sentence,
  ...ALARMS[name]!,
});

function endOf({ began_at, seen_at }: AlarmState): string {
  const lasted = Math.max(1, Math.ceil((seen_at - began_at) / MINUTE));
  return `This is fine again. It lasted ${lasted === 1 ? 'a minute' : `${lasted} minutes`}.`;
}
