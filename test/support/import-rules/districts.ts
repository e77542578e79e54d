/** Districts of the Worker never import each other. Districts of the web may import earlier ones in this list. */
const DISTRICTS_OF_THE_WEB = ['talk', 'people', 'nights', 'trade', 'door', 'staff'];

/** The parts of the auth service in order. The files directly in its folder may import all of them. */
const AUTH = [
  'base',
  'accounts',
  'notices',
  'password',
  'sessions',
  'codes',
  'factors',
  'passkeys',
  'identities',
  'oauth',
  'wallets',
  'changes',
  'admin',
  'routes',
];

/** The subjects of each district in order. A subject may import itself and earlier ones. */
const WORKER_SUBJECTS: Record<string, string[]> = {
  people: ['accounts', ...AUTH.map((part) => `auth/${part}`), 'auth', 'people', 'resellers', 'school', 'vouches'],
  nights: [
    'changes',
    'clubs',
    'going',
    'images',
    'ingest',
    'plans',
    'summary',
    'venues',
    'waitlist',
    'events',
    'desk',
    'numbers',
    'public',
  ],
  trade: [
    'provider',
    'listings',
    'offers',
    'wanted',
    'requests',
    'groups',
    'custody',
    'payments',
    'squads',
    'kept-cards',
    'handover',
    'payouts',
    'reconcile',
    'webhook',
    'news',
    'wallet',
    'desk',
  ],
  door: ['door'],
  talk: ['chat', 'notify', 'push'],
  staff: ['audit', 'debug', 'launch', 'operations', 'reviews'],
};
const WEB_SUBJECTS: Record<string, string[]> = {
  talk: ['notices', 'chat'],
  people: ['auth', 'people', 'seller', 'account', 'vouches', 'school'],
  nights: [
    'art',
    'images',
    'admin-events',
    'admin-venues',
    'clubs',
    'ingest',
    'plans',
    'summary',
    'event-desk',
    'events',
    'going',
    'venues',
    'waitlist',
  ],
  trade: [
    'money',
    'on-sale',
    'pass',
    'resale',
    'handover',
    'payments',
    'payouts',
    'buying',
    'listings',
    'problems',
    'offers',
    'given',
    'squads',
    'wanted',
    'ticket',
    'my-tickets',
  ],
  door: ['door', 'live'],
  staff: ['audit', 'chat-reports', 'debug', 'launch', 'operations', 'review'],
};

/** Returns the folders that `{earlier}` in `layer.ts` stands for, or none if no list names the file's subject. */
export function earlierFolders(file: string): string[] {
  const [side, , district = ''] = file.split('/');
  const foldersOf = (name: string) =>
    ((side === 'web' ? WEB_SUBJECTS : WORKER_SUBJECTS)[name] ?? []).map(
      (subject) => `${side}/features/${name}/${subject}`,
    );
  const own = foldersOf(district);
  const [deepest] = own
    .filter((folder) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length);
  const at = deepest === undefined ? -1 : own.indexOf(deepest);
  const before =
    side === 'web' ? DISTRICTS_OF_THE_WEB.slice(0, Math.max(0, DISTRICTS_OF_THE_WEB.indexOf(district))) : [];
  return at < 0 ? [] : [...before.flatMap(foldersOf), ...own.slice(0, at + 1)];
}
