import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NoticeChannel, NoticeKind } from '../../../../drizzle/vocabulary.ts';
import type { NoticeSettingsInput } from '../../../../worker/contract/talk/notices.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { HowToInstall } from './how-to-install.tsx';
import s from './notices.module.css';
import { useDevice } from './use-device.ts';

const KINDS: Record<NoticeKind, string> = {
  requests: 'Requests and answers',
  handover: 'Tickets and changed nights',
  waitlist: 'Waitlists',
  mentions: 'Mentions in a chat',
  venues: 'Venues you follow',
  account: 'Money and your account',
};
const CHANNELS: Record<NoticeChannel, string> = { push: 'Push', email: 'Email' };
/** Kinds without a switch for mails: account mails are always sent, and mentions and venues never send mails. */
const WITHOUT_MAIL = new Set<NoticeKind>(['mentions', 'venues', 'account']);
/** The default quiet hours: 2 AM to 9 AM. */
const USUAL = { from: 120, until: 540 };

const settingsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'notification-settings'],
    queryFn: () => unwrap(api.my['notification-settings'].$get()),
  });

export function NoticeSettings({ userId }: { userId: string }) {
  const api = useApi();
  const { data } = useQuery(settingsQuery(api, userId));
  const save = useAction((json: NoticeSettingsInput) => unwrap(api.my['notification-settings'].$put({ json })), {
    reads: ['mine'],
  });
  const settings = save.isPending ? save.variables : data;
  return (
    <div className={s.settings}>
      <ThisDevice />
      {settings && (
        <>
          <Kinds settings={settings} onChange={save.mutate} />
          <Quiet settings={settings} onChange={save.mutate} />
        </>
      )}
    </div>
  );
}

const STATES = {
  unsupported: 'This browser can’t show push notifications. You’ll get emails instead.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings first.',
  off: 'Get news on this device right away, even while Vouch is closed.',
  on: 'This device shows news right away.',
};

function ThisDevice() {
  const { state, isBusy, set } = useDevice();
  if (!state) return null;
  if (state === 'needs_install') return <HowToInstall />;
  return (
    <div className={s.setting}>
      <p>{STATES[state]}</p>
      {(state === 'on' || state === 'off') && (
        <Switch label="Push notifications on this device" isOn={state === 'on'} disabled={isBusy} onChange={set} />
      )}
    </div>
  );
}

interface Part {
  settings: NoticeSettingsInput;
  onChange: (settings: NoticeSettingsInput) => void;
}

function Kinds({ settings, onChange }: Part) {
  const isOff = (kind: NoticeKind, channel: NoticeChannel) =>
    settings.off.some((one) => one.kind === kind && one.channel === channel);
  const change = (kind: NoticeKind, channel: NoticeChannel, isOn: boolean) => {
    const others = settings.off.filter((one) => one.kind !== kind || one.channel !== channel);
    onChange({ ...settings, off: isOn ? others : [...others, { kind, channel }] });
  };
  return (
    <table className={s.kinds}>
      <caption>
        We email you two minutes later if you haven’t seen the news by then. Deadlines and money are always emailed.
      </caption>
      <thead>
        <tr>
          <th scope="col">News about</th>
          {Object.entries(CHANNELS).map(([channel, word]) => (
            <th key={channel} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(KINDS) as NoticeKind[]).map((kind) => (
          <tr key={kind}>
            <th scope="row">{KINDS[kind]}</th>
            {(Object.keys(CHANNELS) as NoticeChannel[]).map((channel) => (
              <td key={channel}>
                {channel === 'email' && WITHOUT_MAIL.has(kind) ? (
                  <span className="muted">{kind === 'account' ? 'Always' : '–'}</span>
                ) : (
                  <label className={s.tick}>
                    <input
                      type="checkbox"
                      aria-label={`${CHANNELS[channel]}: ${KINDS[kind]}`}
                      checked={!isOff(kind, channel)}
                      onChange={({ target }) => change(kind, channel, target.checked)}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  minute: hour * 60,
  word: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

function Quiet({ settings, onChange }: Part) {
  const { quiet } = settings;
  const field = (label: string, side: 'from' | 'until') =>
    quiet && (
      <SelectField
        label={label}
        value={quiet[side]}
        onChange={({ target }) => onChange({ ...settings, quiet: { ...quiet, [side]: Number(target.value) } })}
      >
        {HOURS.filter(({ minute }) => minute !== quiet[side === 'from' ? 'until' : 'from']).map(({ minute, word }) => (
          <option key={minute} value={minute}>
            {word}
          </option>
        ))}
      </SelectField>
    );
  return (
    <div className={s.setting}>
      <p>Quiet hours, in New York time. We’ll only push deadlines and answers then.</p>
      <Switch
        label="Quiet hours"
        isOn={quiet !== null}
        onChange={(isOn) => onChange({ ...settings, quiet: isOn ? USUAL : null })}
      />
      {quiet && (
        <div className={s.hours}>
          {field('From', 'from')}
          {field('Until', 'until')}
        </div>
      )}
    </div>
  );
}
