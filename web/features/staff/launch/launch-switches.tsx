import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { launchNameOf, neededFor, needing } from '../../../../worker/contract/staff/launch.ts';
import { unwrap } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type LaunchSwitch, switchesQuery, type SwitchMove } from './launch-desk.queries.ts';
import { PaymentsDialog } from './payments-dialog.tsx';
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
  school: 'Students verify their school inbox. Buying and selling require a badge. Reading never does.',
  squads:
    'Friends buy together, each with a card of their own. Buyers give single tickets to friends. They and people on the list get passes of their own. Hand-over must be on.',
  going: 'Students who agreed to it see which of their friends go to a night. Vouches must be on.',
  vouches: 'Students vouch for each other, and see mutuals on listings.',
  push: 'News in the app, by push notification and by email. New tickets are offered to the waitlist first.',
  sell: 'Listing spare tickets, pricing them, taking them off sale.',
};

export function LaunchSwitches() {
  const api = useApi();
  const list = useQuery(switchesQuery(api));
  const [asked, setAsked] = useState<LaunchFeature>();
  const close = () => setAsked(undefined);
  const move = useAction(
    ({ feature, ...json }: { feature: LaunchFeature } & SwitchMove) =>
      unwrap(api.admin.launch[':feature'].$put({ param: { feature }, json })),
    {
      done: ({ feature, is_on }) => {
        showToast({ title: `${launchNameOf(feature)} is ${is_on ? 'on' : 'off'}` });
        close();
      },
    },
  );
  const isOn = (feature: LaunchFeature) => list.data?.some((row) => row.feature === feature && row.is_on) ?? false;
  const endedBy = (feature: LaunchFeature) => needing(feature).filter(isOn);
  const turn = (feature: LaunchFeature, is_on: boolean) =>
    (is_on ? feature === 'payments' : endedBy(feature).length > 0)
      ? setAsked(feature)
      : move.mutate({ feature, is_on, was_on: !is_on });
  return (
    <ListStates list={list} count={list.data?.length ?? 0} empty="No switches here.">
      <ul className={l.list}>
        {list.data?.map((row) => (
          <SwitchRow
            key={row.feature}
            {...row}
            lacks={row.is_on ? undefined : [neededFor(row.feature)].find((needed) => needed && !isOn(needed))}
            isBusy={move.isPending}
            onTurn={(is_on) => turn(row.feature, is_on)}
          />
        ))}
      </ul>
      {asked && !isOn(asked) && (
        <PaymentsDialog
          mutation={{ ...move, mutate: (json, options) => move.mutate({ feature: asked, ...json }, options) }}
          onClose={close}
        />
      )}
      {asked && isOn(asked) && (
        <ConfirmDialog
          title={`Turn ${launchNameOf(asked)} off?`}
          confirm="Turn off"
          isBusy={move.isPending}
          onConfirm={() => move.mutate({ feature: asked, is_on: false, was_on: true })}
          onClose={close}
        >
          <p>
            {endedBy(asked).map(launchNameOf).join(', ')} goes off with it. Turn it on again yourself afterwards. What
            has begun is still finished.
          </p>
        </ConfirmDialog>
      )}
    </ListStates>
  );
}

function SwitchRow({
  feature,
  is_on,
  updated_at,
  updated_by,
  lacks,
  isBusy,
  onTurn,
}: LaunchSwitch & { lacks: LaunchFeature | undefined; isBusy: boolean; onTurn: (is_on: boolean) => void }) {
  return (
    <li>
      <div>
        <h2>{launchNameOf(feature)}</h2>
        <p>{ABOUT[feature]}</p>
        {lacks && <p>Turn on {launchNameOf(lacks)} first.</p>}
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
      <Switch label={`Feature /${feature}`} isOn={is_on} disabled={isBusy || lacks !== undefined} onChange={onTurn} />
    </li>
  );
}
