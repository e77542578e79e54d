import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { authFlowStates } from '../../../../../drizzle/tables/all-tables.ts';
import { db } from '../auth.ts';
import { bearer, call, post } from '../auth-client.ts';
import { sha256Hex, type Claims } from '../fake-google.ts';
import { sessionOf } from './confirm.ts';
import type { StepOf } from './steps.ts';
import { hold, noteProof, type World } from './world.ts';

const AUTH = `${env.SITE_URL}/auth/v1`;

function claimsOf({ shared, ...world }: World, { who, claim }: Pick<StepOf<'link Google'>, 'who' | 'claim'>): Claims {
  const { google_id, name, mailboxes } = world[who];
  if (who === 'owner') return { sub: google_id, name, email: shared };
  return {
    sub: google_id,
    name,
    ...(claim === 'own address' ? { email: mailboxes[0]! } : { email: shared, email_verified: false }),
  };
}

/** Returns the callback URL with which the provider answers, or null if no flow began. */
async function callbackOf(
  { google }: World,
  { to, claims }: { to: string | null; claims: Claims },
): Promise<string | null> {
  const state = to ? new URL(to).searchParams.get('state') : null;
  const [flow] = state ? await db.select().from(authFlowStates).where(eq(authFlowStates.id, state)) : [];
  if (!flow) return null;
  google.willExchange(flow.id, { claims, nonce: await sha256Hex(flow.provider_nonce ?? '') });
  return `${AUTH}/callback?${new URLSearchParams({ state: flow.id, code: flow.id }).toString()}`;
}

export async function signInByGoogle(world: World, step: StepOf<'sign in by Google'>): Promise<string> {
  const person = world[step.who];
  const claims = claimsOf(world, step);
  const [device] = person.devices;
  const enter = async () => {
    if (step.way === 'id_token') return postIdToken(world, claims, {});
    const started = await device.open(`${AUTH}/authorize?provider=google`);
    const callback = await callbackOf(world, { to: started.headers.get('Location'), claims });
    return callback ? device.open(callback) : started;
  };
  const answer = await enter();
  const { access_token, refresh_token } = await sessionOf(answer);
  if (!access_token || !refresh_token) return `refused ${answer.status}`;
  const { account } = hold(person, { access_token, refresh_token });
  if (claims['email_verified'] !== false)
    await noteProof(world, { who: step.who, account, address: String(claims['email']) });
  return `opens ${account}`;
}

export async function linkGoogle(world: World, step: StepOf<'link Google'>): Promise<string> {
  const person = world[step.who];
  const [session] = person.sessions;
  if (!session) return 'not signed in';
  const claims = claimsOf(world, step);
  const finish = async () => {
    if (step.way === 'id_token') return postIdToken(world, claims, { link: bearer(session) });
    const callback = await callbackOf(world, { to: await beginLink(world, bearer(session)), claims });
    return callback ? call(callback, {}, world.bindings) : new Response(null, { status: 400 });
  };
  const answer = await finish();
  const { access_token, refresh_token } = await sessionOf(answer);
  if (!access_token || !refresh_token) return `refused ${answer.status}`;
  return `linked to ${hold(person, { access_token, refresh_token }).account}`;
}

export async function lure(world: World, { how }: StepOf<'lure'>): Promise<string> {
  const { owner, attacker } = world;
  const [device] = owner.devices;
  const [session] = attacker.sessions;
  const find = async (): Promise<Response | null> => {
    if (how === 'post a link') {
      const mail = world.mails.findLast(({ to, link }) => attacker.mailboxes.includes(to) && link !== '');
      return mail ? device.press(mail.link, {}, { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }) : null;
    }
    if (how === 'finish a link' && !session) return null;
    const to =
      how === 'finish a link'
        ? await beginLink(world, bearer(session!))
        : (await attacker.devices[0].open(`${AUTH}/authorize?provider=google`)).headers.get('Location');
    const claims = claimsOf(world, { who: how === 'finish a link' ? 'owner' : 'attacker', claim: 'own address' });
    const callback = await callbackOf(world, { to, claims });
    return callback ? device.open(callback) : null;
  };
  const answer = await find();
  if (!answer) return 'nothing to open';
  const { access_token, refresh_token } = await sessionOf(answer);
  if (!access_token || !refresh_token) return `refused ${answer.status}`;
  return `signs the owner in to ${hold(owner, { access_token, refresh_token }).account}`;
}

async function beginLink({ bindings }: World, headers: { Authorization: string }): Promise<string | null> {
  const answer = await call(
    '/user/identities/authorize?provider=google&skip_http_redirect=true',
    { headers },
    bindings,
  );
  return answer.ok ? (await answer.json<{ url: string }>()).url : null;
}

async function postIdToken(
  { google, bindings }: World,
  claims: Claims,
  { link }: { link?: { Authorization: string } },
): Promise<Response> {
  const body = { provider: 'google', id_token: await google.idToken(claims), ...(link ? { link_identity: true } : {}) };
  return post('/token?grant_type=id_token', body, { headers: link ?? {}, bindings });
}
