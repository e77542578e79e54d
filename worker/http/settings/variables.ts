import { TURNSTILE } from '../../contract/people/turnstile.ts';
import { hostOf, isLoopbackUrl } from '../loopback.ts';
import { isProviderOrigin, STRIPE } from '../shared/payment-provider.ts';
import { address, decimal, flag, type Kind, listOf, matching, oneOf, orEmpty, text, whole } from './kind.ts';
import { RESERVED } from './place.ts';
import type { Setting } from './setting.ts';

/** Allows only this URL. A local run may use a loopback URL instead, to test offline. */
const only = (url: string): Pick<Setting, 'is' | 'deployed'> => ({
  is: {
    what: `${url} or a loopback URL`,
    fits: (own) => own === url || isLoopbackUrl(own),
    mend: `Set it to ${url}.`,
  },
  deployed: { what: url, fits: (own) => own === url, mend: 'A deployment may use only this host.' },
});

const site: Kind = {
  what: 'the https URL that people open, without a path',
  fits: (url) => {
    const host = hostOf(url);
    if (host === null || new URL(url).origin !== url.replace(/\/$/, '')) return false;
    return url.startsWith('https:') || RESERVED.test(host);
  },
  mend: 'Set it to an https URL without a path, such as https://vouch.example.',
  traps: [[isLoopbackUrl, 'is this machine. Set it to the https URL that people open.']],
};

/**
 * Tokens are sent to these addresses, so an https pattern names its host. In the host, only subdomains may vary. An
 * app's own scheme is allowed too, for example `vouch://`.
 */
const REDIRECT =
  /^(https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/\S*)?|(?!(https?|javascript|data|file):)[a-z][a-z0-9+.-]*:\/\/\S*)$/i;

/** A mail address, a phone number in digits, or all addresses of a domain. */
const RECIPIENT = /^(\d{8,15}|[^@\s<>,;]*@[^@\s<>,;]+\.[a-z]{2,})$/i;

const per = (unit: string) => decimal(0, 100, { places: unit === 'percent' ? 4 : 2, unit });

/** The defaults are in `wrangler.toml`. */
export const VARIABLES = {
  ENVIRONMENT: {
    says: 'which deployment this is. Live keys work only in production, and test keys everywhere else',
    is: oneOf('development', 'staging', 'production'),
  },
  SITE_URL: {
    says: 'the origin of the links in mails, and the default target of redirects',
    is: matching('an http URL', /^https?:\/\/\S+$/),
    deployed: site,
  },
  SUPPORT_EMAIL: { says: 'the address under Contact', is: address },
  DEBUG_PAGES: { says: '`open` opens the debug pages on a loopback address', is: oneOf('admin', 'open') },
  DEMO_ACCOUNTS: {
    says: 'the demo accounts that the card at `/check` lists. `npm run demo` sets this',
    is: orEmpty(matching('a JSON list', /^\[.*\]$/)),
    deployed: orEmpty({
      what: 'empty',
      fits: () => false,
      mend: 'A deployment is no demo. Set it to nothing.',
    }),
  },
  HOME_HEADLINE_ACT: { says: 'titles with these words come first on the home page', is: orEmpty(text) },
  HOME_LAUNCH_PARTY: { says: 'titles with these words come after the headline act', is: orEmpty(text) },
  HOME_GOES_LAST: { says: 'titles with one of these words, with commas between them, come last', is: orEmpty(text) },
  AUTH_REDIRECT_ALLOW: {
    says: 'further redirect targets, comma-separated globs',
    is: orEmpty(listOf('a list of URLs', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i)),
    deployed: orEmpty(listOf('a list of https URLs that name their host', REDIRECT)),
  },
  AUTH_AUTOCONFIRM: {
    says: 'confirm addresses without a mail. Only a local run may',
    is: flag,
    deployed: {
      ...oneOf('false'),
      mend: 'Anyone could use the address of somebody else. Set it to false.',
    },
  },
  AUTH_SIGNUPS: { says: 'allow new accounts', is: flag },
  AUTH_ANONYMOUS: { says: 'allow accounts without an address', is: flag },
  AUTH_MANUAL_LINKING: { says: 'allow linking identities by hand', is: flag },
  AUTH_PHONE: { says: 'sign-in by text message', is: flag },
  AUTH_PHONE_COUNTRIES: {
    says: 'countries whose phone numbers get text messages: comma-separated ISO codes',
    is: listOf('a list of ISO codes with two capital letters, such as US,CA', /^[A-Z]{2}$/),
  },
  AUTH_WEB3: { says: 'sign-in by wallet', is: flag },
  AUTH_MIN_PASSWORD: { says: 'shortest password', is: whole(8, 64) },
  BREACH_RANGE_URL: {
    says: 'a range service of breached passwords, such as `https://api.pwnedpasswords.com/range/`; it gets five characters of a hash; if it does not answer, sign-ups still work',
    is: orEmpty(matching('a URL that ends with /', /^https?:\/\/\S+\/$/)),
    deployed: orEmpty(matching('an https URL that ends with /', /^https:\/\/\S+\/$/)),
  },
  STAFF_SECOND_FACTOR: {
    says: 'admins need a passkey or an authenticator app before an admin page opens. `true` on every deployment',
    is: flag,
    deployed: { ...oneOf('true'), mend: 'A stolen password would open the admin area. Set it to true.' },
  },
  AUTH_DOUBLE_CONFIRM: { says: 'an email change needs both addresses', is: flag },
  AUTH_OTP_EXPIRY_S: { says: 'life of a mailed code, in seconds', is: whole(60, 86_400) },
  AUTH_SEND_GAP_S: { says: 'time between two messages of a kind, in seconds', is: whole(0, 3600) },
  AUTH_REUSE_INTERVAL_S: {
    says: 'time in which an older refresh token is still accepted, in seconds',
    is: whole(0, 300),
  },
  AUTH_RATE_LIMIT_SCALE: {
    says: 'multiplies the limits of the auth service',
    is: decimal(0.1, 1000, { places: 2 }),
    deployed: decimal(0.1, 10, { places: 2 }),
  },
  MAIL_FROM: { says: 'sender of all mail', is: address },
  SMS_SENDER: { says: '`twilio` sends text messages; `outbox` keeps each as a row', is: oneOf('outbox', 'twilio') },
  SMS_FROM: {
    says: 'the number that text messages come from',
    is: orEmpty(matching('a phone number such as +16175550100', /^\+\d{8,15}$/)),
  },
  SEND_ONLY_TO: {
    says: 'messages go only to these mail addresses, phone numbers and domains (`@vouch.test`), comma-separated; any other message becomes `unneeded`. If empty, messages go to everybody. Staging must not leave it empty',
    is: orEmpty(listOf('mail addresses, phone numbers and domains such as @vouch.test', RECIPIENT)),
  },
  MAIL_PER_DAY: {
    says: 'the most mails in a UTC day, over all people, divided into shares; the table below says for how many students each share is enough. All signed-out people on one network together can cause at most a twentieth of these mails. Set it below the quota of the carrier',
    is: whole(0, 10_000_000),
    deployed: whole(100, 10_000_000),
  },
  SMS_PER_DAY: {
    says: 'the most text messages in a UTC day, divided like mails',
    is: whole(0, 10_000_000),
    deployed: whole(20, 1_000_000),
  },
  ALERT_TO: {
    says: 'who is told of an alarm, by mail. Set it or the secret `ALERT_WEBHOOK`, not both',
    is: orEmpty(address),
  },
  TWILIO_ACCOUNT_SID: {
    says: 'the Twilio account that sends text messages',
    is: orEmpty(text),
    deployed: orEmpty(matching('the SID of an account (AC and 32 hex digits)', /^AC[0-9a-f]{32}$/)),
  },
  GOOGLE_CLIENT_ID: { says: 'the OAuth client at Google; empty turns sign-in with Google off', is: orEmpty(text) },
  GOOGLE_ISSUER: {
    says: 'the issuer of the tokens for `GOOGLE_CLIENT_ID`',
    is: matching('an http URL', /^https?:\/\/\S+$/),
    deployed: matching('an https URL', /^https:\/\/\S+$/),
  },
  FEE_BUYER_PCT: {
    says: 'what a buyer pays on top of a ticket, in percent of its price; shown within 30 s of a change',
    is: per('percent'),
  },
  FEE_BUYER_FIXED: { says: 'the fixed part of the buyer’s fee, in dollars for each ticket', is: per('dollars') },
  FEE_SELLER_PCT: { says: 'the seller’s fee, in percent of the price of a ticket', is: per('percent') },
  REMEDY_CEILING_PCT: {
    says: 'how much more replacement tickets may cost than the buyer paid, in whole percent; the seller who failed owes the difference',
    is: whole(0, 100),
  },
  REMEDY_MOST: { says: 'the largest such difference for each ticket, in dollars', is: whole(0, 1000) },
  APPLE_PASS_TYPE: {
    says: 'for Apple Wallet: the identifier of the pass type',
    is: orEmpty(matching('an identifier that begins with pass.', /^pass\.[\w.-]+$/)),
  },
  APPLE_TEAM: {
    says: 'for Apple Wallet: the identifier of the team',
    is: orEmpty(matching('ten capital letters and digits', /^[A-Z0-9]{10}$/)),
  },
  GOOGLE_WALLET_ISSUER: {
    says: 'for Google Wallet: the id of the issuer',
    is: orEmpty(matching('a number of 10 to 20 digits', /^\d{10,20}$/)),
  },
  GOOGLE_WALLET_ACCOUNT: { says: 'for Google Wallet: the address of the service account', is: orEmpty(address) },
  VIEWS_ACCOUNT_ID: {
    says: 'the account whose Analytics Engine counts the views of event pages; if empty, the table `event_views` counts them',
    is: orEmpty(text),
    deployed: orEmpty(matching('the id of an account (32 hex digits)', /^[0-9a-f]{32}$/)),
  },
  VIEWS_DATASET: {
    says: 'the name of the dataset behind the binding `VIEWS`; each environment has its own dataset',
    is: matching('the name of a dataset', /^\w+$/),
  },
  TURNSTILE_SITE_KEY: {
    says: 'site key of the Turnstile widget, shown on the forms to sign in, sign up and recover; set it together with `TURNSTILE_SECRET`',
    is: orEmpty(text),
  },
  TURNSTILE_URL: {
    says: 'host that verifies the widget’s tokens; only a local run may set another one, on a loopback address',
    ...only(TURNSTILE),
  },
  STRIPE_API_BASE: {
    says: 'origin of the payment provider’s API; only a local run may set another one, on a loopback address. `npm start` sets it to its fake provider',
    ...only(STRIPE),
    is: {
      what: `${STRIPE} or a loopback origin`,
      fits: isProviderOrigin,
      mend: `Set it to ${STRIPE}.`,
    },
  },
  ROOM_LISTENERS_MAX: { says: 'listeners of a room before it uses relays', is: whole(1, 30_000) },
  ROOM_SOCKETS_PER_VISITOR: {
    says: 'open sockets of one visitor in a room, or in a relay of it',
    is: whole(1, 1000),
  },
  ROOM_SOCKETS_PER_ADDRESS: {
    says: 'open sockets of all visitors of one network, in a room or in a relay of it; visitors without a cookie have a second limit of the same size',
    is: whole(1, 30_000),
  },
} satisfies Record<string, Setting>;
