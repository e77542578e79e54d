import { DAY } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { PUSH_KEPT } from '../../../session/forget-kept.ts';

/** Whether this browser shows push messages. On an iPhone or iPad, only the installed app can show them. */
export type DeviceState = 'unsupported' | 'needs_install' | 'blocked' | 'off' | 'on';

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function deviceState(): Promise<DeviceState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return isApplePhone() && !isInstalled() ? 'needs_install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && (await subscriptionNow()) !== null;
  return isOn ? 'on' : 'off';
}

export async function switchOn(api: ApiClient): Promise<DeviceState> {
  // The permission is requested before any other wait, because a browser asks for it only right after a tap.
  if ((await Notification.requestPermission()) !== 'granted') return deviceState();
  const { server_key } = await unwrap(api.my.push.$get());
  const { pushManager } = await navigator.serviceWorker.ready;
  await store(
    api,
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: server_key }),
    server_key,
  );
  return 'on';
}

export async function switchOff(api: ApiClient): Promise<DeviceState> {
  const subscription = await subscriptionNow();
  localStorage.removeItem(PUSH_KEPT);
  if (subscription) {
    await unwrap(api.my.push.$delete({ json: { endpoint: subscription.endpoint } }));
    await subscription.unsubscribe();
  }
  return deviceState();
}

/**
 * Registers this browser with the server once a day, and when its subscription or the person has changed. If the server
 * key has changed, makes a new subscription.
 */
export async function compareDevice(api: ApiClient, userId: string): Promise<void> {
  if ((await deviceState()) !== 'on') return;
  const subscription = (await subscriptionNow())!;
  if (localStorage.getItem(PUSH_KEPT) === keptFor(subscription, userId)) return;
  const { server_key } = await unwrap(api.my.push.$get());
  if (keyOf(subscription) === server_key) await store(api, subscription, server_key);
  else {
    await subscription.unsubscribe();
    await switchOn(api);
  }
  localStorage.setItem(PUSH_KEPT, keptFor((await subscriptionNow()) ?? subscription, userId));
}

const keptFor = ({ endpoint }: PushSubscription, userId: string) =>
  `${userId} ${Math.floor(Date.now() / DAY)} ${endpoint}`;

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function store(api: ApiClient, subscription: PushSubscription, server_key: string): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await unwrap(api.my.push.$put({ json: { endpoint: endpoint ?? '', keys: { p256dh, auth }, server_key } }));
}
