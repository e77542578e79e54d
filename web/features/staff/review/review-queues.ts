import type { InferRequestType } from 'hono/client';
import type { ResellerStatus, WaitlistStatus } from '../../../../drizzle/vocabulary.ts';
import { RESELLER_MOVES, WAITLIST_MOVES } from '../../../../worker/contract/staff/review-moves.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

export interface Waiting {
  id: string;
  name: string;
  email: string;
  phone: string;
  instagram: string;
  school: string;
  status: string;
  note: string | null;
  places?: number;
  /** Null until the person confirms their place on a waitlist. Staff cannot decide before that. */
  confirmed_at?: string | null;
  /** Whether the form came from an account that had proved the form's `email`. */
  has_account: boolean;
  has_badge: boolean;
  /** When the school inbox was proved. Null if staff gave the badge, or if there is no badge. */
  badge_at: string | null;
  created_at: string;
  updated_at: string;
  /** Until when the last decision can be undone. Null if no mail about it is waiting to go out. */
  undo_until: string | null;
  /** The event of the waitlist. Null, or an object of nulls, for the waitlist of Vouch itself. */
  event?: { title: string | null; slug: string | null; start_at: string | null } | null;
}

type Query = Record<string, string>;
export interface Decision {
  status?: string;
  note?: string | null;
  question?: string;
  /** The version that the admin saw. */
  updated_at: string;
}

export interface Queue {
  name: 'waitlist' | 'resellers';
  statuses: readonly string[];
  moves: Record<string, readonly string[]>;
  verbs: Record<string, string>;
  /** The decisions behind the keys A and D. */
  keys: { a: string; d: string };
  hasEvents: boolean;
  empty: string;
  csv: string;
  read: (api: ApiClient, query: Query) => Promise<{ rows: Waiting[]; next_cursor: string | null }>;
  decide: (api: ApiClient, id: string, decision: Decision) => Promise<{ undo_until: string | null } | null>;
  decideMany: (
    api: ApiClient,
    status: string,
    items: { id: string; updated_at: string }[],
  ) => Promise<{ changed: number; undo_until: string | null }>;
  undo: (api: ApiClient, decided: { ids: string[]; undo_until: string }) => Promise<{ undone: number }>;
}

type Waitlist = ApiClient['admin']['waitlist'];
type Applications = ApiClient['admin']['reseller-applications'];

export const WAITLIST: Queue = {
  name: 'waitlist',
  statuses: Object.keys(WAITLIST_MOVES),
  moves: WAITLIST_MOVES,
  verbs: { accepted: 'Accept', declined: 'Decline', pending: 'Reopen' } satisfies Record<WaitlistStatus, string>,
  keys: { a: 'accepted', d: 'declined' },
  hasEvents: true,
  empty: 'Nobody is waiting. People join on the page of a night.',
  csv: '/api/admin/waitlist',
  read: async (api, query) => {
    const call = api.admin.waitlist.$get({ query });
    // The same path can also return a CSV file. Without `format` it returns a page of JSON.
    const { entries, next_cursor } = (await unwrap(call)) as { entries: Waiting[]; next_cursor: string | null };
    return { rows: entries, next_cursor };
  },
  decide: (api, id, decision) =>
    unwrap(
      api.admin.waitlist[':id'].$patch({
        param: { id },
        json: decision as InferRequestType<Waitlist[':id']['$patch']>['json'],
      }),
    ),
  decideMany: (api, status, items) =>
    unwrap(api.admin.waitlist.status.$post({ json: { status: status as WaitlistStatus, items } })),
  undo: (api, json) => unwrap(api.admin.waitlist.undo.$post({ json })),
};

export const RESELLERS: Queue = {
  name: 'resellers',
  statuses: Object.keys(RESELLER_MOVES),
  moves: RESELLER_MOVES,
  verbs: {
    pending: 'Reopen',
    needs_info: 'Ask for more',
    approved: 'Approve',
    rejected: 'Reject',
    suspended: 'Suspend',
  } satisfies Record<ResellerStatus, string>,
  keys: { a: 'approved', d: 'rejected' },
  hasEvents: false,
  empty: 'No applications. Students apply on the page “Sell Tickets”.',
  csv: '/api/admin/reseller-applications',
  read: async (api, query) => {
    const call = api.admin['reseller-applications'].$get({ query });
    const { applications, next_cursor } = (await unwrap(call)) as {
      applications: Waiting[];
      next_cursor: string | null;
    };
    return { rows: applications, next_cursor };
  },
  decide: (api, id, decision) =>
    unwrap(
      api.admin['reseller-applications'][':id'].$patch({
        param: { id },
        json: decision as InferRequestType<Applications[':id']['$patch']>['json'],
      }),
    ),
  decideMany: (api, status, items) =>
    unwrap(api.admin['reseller-applications'].status.$post({ json: { status: status as ResellerStatus, items } })),
  undo: (api, json) => unwrap(api.admin['reseller-applications'].undo.$post({ json })),
};

export function commonMoves(
  { moves, statuses }: Pick<Queue, 'moves' | 'statuses'>,
  rows: readonly Pick<Waiting, 'status'>[],
): string[] {
  return rows.length === 0 ? [] : statuses.filter((to) => rows.every(({ status }) => moves[status]?.includes(to)));
}

/** Returns no moves until the person has confirmed their place on the waitlist. */
export const movesOf = ({ moves }: Pick<Queue, 'moves'>, { confirmed_at, status }: Waiting): readonly string[] =>
  (confirmed_at === null ? undefined : moves[status]) ?? [];

export function wordOf(status: string): string {
  return status.replaceAll('_', ' ');
}
