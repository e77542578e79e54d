import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VOUCH_LIMITS } from '../../../../worker/contract/people/vouches.ts';
import { unwrap } from '../../../api.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { LinkToSend } from '../../../ui/link-to-send.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import s from '../auth/auth.module.css';
import { type Vouches, vouchesQuery } from './vouches.queries.ts';

export function VouchCard({ userId }: { userId: string }) {
  const api = useApi();
  const { data, error } = useQuery(vouchesQuery(api, userId));
  const switches = useSwitches();
  return (
    <>
      <p className="muted">
        Vouch for students you know. They see that you vouch for them. Nobody else does, unless you both count mutuals.
      </p>
      <Alert>{error?.message}</Alert>
      {data && (
        <>
          <MutualsSwitch isOn={data.shows_mutuals} />
          {switches?.going && <GoingSwitch isOn={data.shows_going} />}
          <Given vouches={data} />
          <NewLink vouches={data} />
          <Got vouches={data} />
        </>
      )}
    </>
  );
}

function MutualsSwitch({ isOn }: { isOn: boolean }) {
  return (
    <OwnSwitch label="Count mutuals" field="shows_mutuals" isOn={isOn}>
      While this is on, you and other students see what you have in common: people you vouch for who vouch for them, and
      nights you both received tickets for. It never changes a price.
    </OwnSwitch>
  );
}

function GoingSwitch({ isOn }: { isOn: boolean }) {
  return (
    <OwnSwitch label="Show friends where I’m going" field="shows_going" isOn={isOn}>
      While this is on, people who vouch for you, people who vouch for them, and people who were at the same night see
      your first name and initials on nights you say you’re going to or have tickets for. If you write in the chat of
      such a night, they see “Going” next to your name there. You see the people you vouch for. Both of you must have
      turned it on, and at least three must go. People you block never see you there.
    </OwnSwitch>
  );
}

function OwnSwitch({ label, field, isOn, children }: OwnSwitchProps) {
  const api = useApi();
  const set = useAction((next: boolean) => unwrap(api.my.mutuals.$put({ json: { [field]: next } })), {
    reads: ['mine'],
  });
  return (
    <>
      <h3>{label}</h3>
      <Switch
        label={label}
        isOn={set.isPending ? set.variables : isOn}
        disabled={set.isPending}
        onChange={(next) => set.mutate(next)}
      />
      <p className="muted">{children}</p>
    </>
  );
}

interface OwnSwitchProps {
  label: string;
  field: 'shows_mutuals' | 'shows_going';
  isOn: boolean;
  children: string;
}

function Given({ vouches: { given, live, lately } }: { vouches: Vouches }) {
  const api = useApi();
  const revoke = useAction((id: string) => unwrap(api.my.vouches[':id'].$delete({ param: { id } })), {
    reads: ['mine'],
    done: () => showToast({ title: 'Vouch revoked', text: 'We won’t tell anyone.' }),
  });
  const [asked, setAsked] = useState<Vouches['given'][number]>();
  const left = Math.max(0, Math.min(VOUCH_LIMITS.live - live, VOUCH_LIMITS.monthly - lately));
  return (
    <>
      <h3>You vouch for {peopleCount(given.length)}</h3>
      <p className="muted">
        {left === 0 ? 'You can’t vouch for anyone else right now.' : `You can vouch for ${left} more.`} The limit is{' '}
        {VOUCH_LIMITS.live} people at a time, and {VOUCH_LIMITS.monthly} in 30 days.
      </p>
      <ul className={s.rows}>
        {given.map((each) => (
          <li key={each.id}>
            <span dir="auto">
              <b>{each.display_name ?? 'A student'}</b> {each.school && <span className="muted">{each.school}</span>}
            </span>
            <button type="button" className="button" disabled={revoke.isPending} onClick={() => setAsked(each)}>
              Revoke<span className="sr"> your vouch for {each.display_name ?? 'a student'}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Revoke your vouch?"
          confirm="Revoke"
          keep="Keep it"
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(asked.id, { onSettled: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        >
          <p>
            You’ll no longer vouch for <b dir="auto">{asked.display_name ?? 'A student'}</b>, and neither of you will
            see it anymore. We won’t tell them.
          </p>
          <p>
            It still counts toward your {VOUCH_LIMITS.monthly} in 30 days, so you may have to wait before you can vouch
            for them again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Got({ vouches: { got } }: { vouches: Vouches }) {
  if (got.length === 0) return null;
  return (
    <>
      <h3>{got.length === 1 ? 'One person vouches' : `${got.length} people vouch`} for you</h3>
      <ul className={s.rows}>
        {got.map(({ id, display_name, school }) => (
          <li key={id}>
            <span dir="auto">
              <b>{display_name ?? 'A student'}</b> {school && <span className="muted">{school}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewLink({ vouches: { refusal, open_links } }: { vouches: Vouches }) {
  const api = useApi();
  const [url, setUrl] = useState('');
  const make = useAction(() => unwrap(api.my['vouch-links'].$post()), {
    reads: ['mine'],
    done: (made) => setUrl(made.url),
  });
  const end = useAction(() => unwrap(api.my['vouch-links'].$delete()), {
    reads: ['mine'],
    done: () => {
      setUrl('');
      showToast({ title: 'Your open links no longer work' });
    },
  });
  const isBusy = make.isPending || end.isPending;
  if (refusal) return <p>{refusal}</p>;
  return (
    <>
      {url && (
        <LinkToSend url={url} title="I vouch for you on Vouch">
          Send this link to one person. It works once, within seven days. We won’t show it again.
        </LinkToSend>
      )}
      <p className="row">
        <button type="button" className="button" disabled={isBusy} onClick={() => make.mutate(undefined)}>
          Make a link
        </button>
        {open_links > 0 && (
          <button type="button" className="button" disabled={isBusy} onClick={() => end.mutate(undefined)}>
            {open_links === 1 ? 'End your open link' : `End your ${open_links} open links`}
          </button>
        )}
      </p>
    </>
  );
}

const peopleCount = (count: number) => (count === 0 ? 'nobody yet' : count === 1 ? 'one person' : `${count} people`);
