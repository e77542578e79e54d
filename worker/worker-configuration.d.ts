/* eslint-disable */
// Generated from wrangler.toml by `npm run types`. Do not edit.
interface __BaseEnv_Env {
	IMAGES_BUCKET: R2Bucket;
	TICKETS_BUCKET: R2Bucket;
	DB: D1Database;
	MAIL: SendEmail;
	VIEWS: AnalyticsEngineDataset;
	NOTIFY_QUEUE: Queue;
	NEWS_QUEUE: Queue;
	LIMIT_READ: RateLimit;
	LIMIT_FORM: RateLimit;
	CEILING_READ: RateLimit;
	CEILING_READ_NEWCOMERS: RateLimit;
	CEILING_FORM: RateLimit;
	CEILING_FORM_NEWCOMERS: RateLimit;
	CEILING_NEW_VISITORS: RateLimit;
	LIMIT_INGEST: RateLimit;
	LIMIT_CHAT_PERSON: RateLimit;
	LIMIT_CHAT_ROOM: RateLimit;
	IMAGES: ImagesBinding;
	ASSETS: Fetcher;
	ENVIRONMENT: string;
	SITE_URL: string;
	SUPPORT_EMAIL: string;
	DEBUG_PAGES: string;
	DEMO_ACCOUNTS: string;
	HOME_HEADLINE_ACT: string;
	HOME_LAUNCH_PARTY: string;
	HOME_GOES_LAST: string;
	AUTH_REDIRECT_ALLOW: string;
	AUTH_AUTOCONFIRM: string;
	AUTH_SIGNUPS: string;
	AUTH_ANONYMOUS: string;
	AUTH_MANUAL_LINKING: string;
	AUTH_PHONE: string;
	AUTH_PHONE_COUNTRIES: string;
	AUTH_WEB3: string;
	AUTH_MIN_PASSWORD: string;
	BREACH_RANGE_URL: string;
	STAFF_SECOND_FACTOR: string;
	AUTH_DOUBLE_CONFIRM: string;
	AUTH_OTP_EXPIRY_S: string;
	AUTH_SEND_GAP_S: string;
	AUTH_REUSE_INTERVAL_S: string;
	AUTH_RATE_LIMIT_SCALE: string;
	MAIL_FROM: string;
	SMS_SENDER: string;
	SMS_FROM: string;
	SEND_ONLY_TO: string;
	MAIL_PER_DAY: string;
	SMS_PER_DAY: string;
	ALERT_TO: string;
	TWILIO_ACCOUNT_SID: string;
	GOOGLE_CLIENT_ID: string;
	GOOGLE_ISSUER: string;
	FEE_BUYER_PCT: string;
	FEE_BUYER_FIXED: string;
	FEE_SELLER_PCT: string;
	REMEDY_CEILING_PCT: string;
	REMEDY_MOST: string;
	APPLE_PASS_TYPE: string;
	APPLE_TEAM: string;
	GOOGLE_WALLET_ISSUER: string;
	GOOGLE_WALLET_ACCOUNT: string;
	VIEWS_ACCOUNT_ID: string;
	VIEWS_DATASET: string;
	TURNSTILE_SITE_KEY: string;
	TURNSTILE_URL: string;
	STRIPE_API_BASE: string;
	ROOM_LISTENERS_MAX: string;
	ROOM_SOCKETS_PER_VISITOR: string;
	ROOM_SOCKETS_PER_ADDRESS: string;
	INGEST_SECRETS: string;
	AUTH_JWT_KEYS: string;
	AUTH_PEPPER: string;
	AUTH_SERVICE_KEY_JWT: string;
	GOOGLE_CLIENT_SECRET: string;
	TWILIO_AUTH_TOKEN: string;
	TURNSTILE_SECRET: string;
	STRIPE_SECRET_KEY: string;
	STRIPE_WEBHOOK_SECRET: string;
	VIEWS_API_TOKEN: string;
	ALERT_WEBHOOK: string;
	CRON_PING_URL: string;
	TICKET_KEYS: string;
	TICKET_CODE_PEPPER: string;
	PASS_KEYS: string;
	VAPID_KEYS: string;
	APPLE_PASS_CERTIFICATE: string;
	APPLE_PASS_KEY: string;
	APPLE_WWDR_CERTIFICATE: string;
	GOOGLE_WALLET_KEY: string;
	AUTH_LIMITER: DurableObjectNamespace<import("./rooms/auth-limiter.ts").AuthLimiter>;
	ROOMS: DurableObjectNamespace<import("./rooms/event-room.ts").EventRoom>;
	RELAYS: DurableObjectNamespace<import("./rooms/relay-room.ts").RelayRoom>;
	PEOPLE: DurableObjectNamespace<import("./rooms/person-room.ts").PersonRoom>;
}
declare namespace Cloudflare {
	interface Env extends __BaseEnv_Env {}
}
interface Env extends __BaseEnv_Env {}
type StringifyValues<EnvType extends Record<string, unknown>> = {
	[Binding in keyof EnvType]: EnvType[Binding] extends string ? EnvType[Binding] : string;
};
declare namespace NodeJS {
	interface ProcessEnv extends StringifyValues<Pick<Cloudflare.Env, "ENVIRONMENT" | "SITE_URL" | "SUPPORT_EMAIL" | "DEBUG_PAGES" | "DEMO_ACCOUNTS" | "HOME_HEADLINE_ACT" | "HOME_LAUNCH_PARTY" | "HOME_GOES_LAST" | "AUTH_REDIRECT_ALLOW" | "AUTH_AUTOCONFIRM" | "AUTH_SIGNUPS" | "AUTH_ANONYMOUS" | "AUTH_MANUAL_LINKING" | "AUTH_PHONE" | "AUTH_PHONE_COUNTRIES" | "AUTH_WEB3" | "AUTH_MIN_PASSWORD" | "BREACH_RANGE_URL" | "STAFF_SECOND_FACTOR" | "AUTH_DOUBLE_CONFIRM" | "AUTH_OTP_EXPIRY_S" | "AUTH_SEND_GAP_S" | "AUTH_REUSE_INTERVAL_S" | "AUTH_RATE_LIMIT_SCALE" | "MAIL_FROM" | "SMS_SENDER" | "SMS_FROM" | "SEND_ONLY_TO" | "MAIL_PER_DAY" | "SMS_PER_DAY" | "ALERT_TO" | "TWILIO_ACCOUNT_SID" | "GOOGLE_CLIENT_ID" | "GOOGLE_ISSUER" | "FEE_BUYER_PCT" | "FEE_BUYER_FIXED" | "FEE_SELLER_PCT" | "REMEDY_CEILING_PCT" | "REMEDY_MOST" | "APPLE_PASS_TYPE" | "APPLE_TEAM" | "GOOGLE_WALLET_ISSUER" | "GOOGLE_WALLET_ACCOUNT" | "VIEWS_ACCOUNT_ID" | "VIEWS_DATASET" | "TURNSTILE_SITE_KEY" | "TURNSTILE_URL" | "STRIPE_API_BASE" | "ROOM_LISTENERS_MAX" | "ROOM_SOCKETS_PER_VISITOR" | "ROOM_SOCKETS_PER_ADDRESS" | "INGEST_SECRETS" | "AUTH_JWT_KEYS" | "AUTH_PEPPER" | "AUTH_SERVICE_KEY_JWT" | "GOOGLE_CLIENT_SECRET" | "TWILIO_AUTH_TOKEN" | "TURNSTILE_SECRET" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "VIEWS_API_TOKEN" | "ALERT_WEBHOOK" | "CRON_PING_URL" | "TICKET_KEYS" | "TICKET_CODE_PEPPER" | "PASS_KEYS" | "VAPID_KEYS" | "APPLE_PASS_CERTIFICATE" | "APPLE_PASS_KEY" | "APPLE_WWDR_CERTIFICATE" | "GOOGLE_WALLET_KEY">> {}
}
declare module "*.txt" {
	const value: string;
	export default value;
}
declare module "*.html" {
	const value: string;
	export default value;
}
declare module "*.sql" {
	const value: string;
	export default value;
}
declare module "*.bin" {
	const value: ArrayBuffer;
	export default value;
}
declare module "*.wasm" {
	const value: WebAssembly.Module;
	export default value;
}
declare module "*.wasm?module" {
	const value: WebAssembly.Module;
	export default value;
}
