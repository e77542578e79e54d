import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useAction } from '../../../use-action.ts';
import l from './launch.module.css';

const ABOUT: Record<LaunchFeature, string> = {
  live: 'Tonight’s events: doors, tickets, chat, and what a person has for them.',
  tickets: 'Every upcoming night with tickets on sale, with filters for two tickets, city, night and price.',
  'my-tickets': 'The requests that a person has made and received.',
  venues: 'A page for each venue, with its address and upcoming nights. “View Events” leads there.',
  payments:
    'Buyers pay for tickets here, and every price that students see includes the fees. Payments that have begun still finish after it is turned off.',
  handover:
    'Tickets are stored here as encrypted files and shown to the buyer, and problems are resolved automatically. Payments must be on.',
  school: 'Students prove their school inbox. Buying and selling require a badge. Reading never does.',
  vouches: 'Students vouch for each other, and see mutuals on listings.',
  push: 'News in the app, by push message and by mail. New tickets are offered to the waitlist first.',
  sell: 'Listing spare tickets, pricing them, taking them off sale.',
};

/** The features without their own page. Any other feature is named by the path of its page. */
const NAMES: Partial<Record<LaunchFeature, string>> = {
  payments: 'Payments',
  handover: 'Hand-over',
  school: 'School badges',
  vouches: 'Vouches',
  push: 'Notifications',
};
const nameOf = (feature: LaunchFeature) => NAMES[feature] ?? `/${feature}`;

const switchesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'launch'],
    queryFn: async () => (await unwrap(api.admin.launch.$get())).switches,
  });

/** The launch switch of each feature. While a switch is off, the feature's page says that it will be ready soon. */
export function LaunchSwitches() {
  const { api } = useRouteContext({ from: '__root__' });
  const list = useQuery(switchesQuery(api));
  const move = useAction(
    ({ feature, is_on }: { feature: LaunchFeature; is_on: boolean }) =>
      unwrap(api.admin.launch[':feature'].$put({ param: { feature }, json: { is_on, was_on: !is_on } })),
    { done: ({ feature, is_on }) => showToast({ title: `${nameOf(feature)} is ${is_on ? 'on' : 'off'}` }) },
  );
  return (
    <ListStates list={list} count={list.data?.length ?? 0} empty="No switches here.">
      <ul className={l.list}>
        {list.data?.map(({ feature, is_on, updated_at, updated_by }) => (
          <li key={feature}>
            <div>
              <h2>{nameOf(feature)}</h2>
              <p>{ABOUT[feature]}</p>
              <p className={s.small}>
                {updated_by ? (
                  <>
                    Changed <DateTime instant={updated_at} />
                  </>
                ) : (
                  'Never changed'
                )}
              </p>
            </div>
            <Switch
              label={`Feature /${feature}`}
              isOn={is_on}
              disabled={move.isPending}
              onChange={(isOn) => move.mutate({ feature: feature, is_on: isOn })}
            />
          </li>
        ))}
      </ul>
    </ListStates>
  );
}
