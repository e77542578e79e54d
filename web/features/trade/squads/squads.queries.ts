import { queryOptions } from '@tanstack/react-query';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';

/** How often a squad is read while cards are missing or being charged, in ms. */
const OFTEN_MS = 3000;
/** How often a squad is read while only sellers have to answer, or while friends are asked if they got home, in ms. */
const SELDOM_MS = 15_000;

/**
 * The person's squads, newest first. A squad leaves this list once its night is over and its friends are no longer
 * asked whether they got home.
 */
export const ownSquadsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'squads'],
    queryFn: () => readOwn(api),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? SELDOM_MS : false),
  });

/**
 * Reads one squad. The server first asks the payment provider about the squad's cards, at most every two seconds. If
 * `token` is empty, as after the card page, the query finds the squad and its link among the person's own squads.
 */
export const squadQuery = (api: ApiClient, { user_id, id, token }: { user_id: string; id: string; token: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'squad', id, token],
    queryFn: async ({ client, queryKey }): Promise<SquadView> => {
      if (token !== '') return look(api, token);
      const known = client.getQueryData<SquadView>(queryKey) ?? (await readOwn(api)).find((squad) => squad.id === id);
      if (!known) throw new ApiError('squads.not_found', 404, 'Open the link again that your friend sent you.');
      return known.link === null ? known : look(api, tokenOf(known.link));
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => {
      if (data?.home_until) return SELDOM_MS;
      if (!data || !isOpen(data)) return false;
      return data.state === 'asking' && data.answer_by !== null ? SELDOM_MS : OFTEN_MS;
    },
  });

/**
 * Selects the newest squad of each night, so `squads` must be sorted newest first. Leaves out a squad that has its
 * tickets, because the list of ticket requests shows those tickets. Includes such a squad while it asks
 * who got home.
 */
export const shownSquads = (squads: readonly SquadView[]): SquadView[] =>
  squads.filter(
    (squad, at) =>
      (squad.state !== 'in' || squad.home_until !== null) &&
      squads.findIndex(({ event }) => event.id === squad.event.id) === at,
  );

const isOpen = ({ state }: SquadView): boolean => state === 'gathering' || state === 'asking';

export const tokenOf = (link: string): string => new URL(link).hash.slice(1);

const readOwn = async (api: ApiClient): Promise<SquadView[]> => (await unwrap(api.my.squads.$get())).squads;
const look = (api: ApiClient, token: string): Promise<SquadView> =>
  unwrap(api.my.squads.look.$post({ json: { token } }));
