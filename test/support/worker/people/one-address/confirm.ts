import { arrival } from '../browser.ts';
import { call, post, type Tokens } from '../auth-client.ts';
import type { StepOf } from './steps.ts';
import { hold, noteLetIn, noteProof, type Person, type SentMail, type World } from './world.ts';

export async function confirm(world: World, step: StepOf<'confirm'>): Promise<string> {
  const person = world[step.who];
  const mails = world.mails.filter(({ to }) => person.mailboxes.includes(to)).toReversed();
  const mail = mails[step.pick % (mails.length || 1)];
  if (!mail) return 'no mail';
  const isForeign = letsIn(mail, step);
  if (isForeign && !step.careless) return 'a careful person does not';
  const answer = await present(world, { person, mail, step });
  const { access_token, refresh_token, message } = await sessionOf(answer);
  const isHalf = message !== undefined && mail.type === 'email_change';
  if (isForeign && mail.account && (access_token || isHalf)) noteLetIn(world, mail.account);
  if (!access_token || !refresh_token) return `${mail.type || 'code'} ${answer.status}`;
  const { account } = hold(person, { access_token, refresh_token });
  if (isForeign) noteLetIn(world, account);
  else await noteProof(world, { who: step.who, account, address: mail.to });
  return `${mail.type || 'code'} opens ${account}`;
}

/**
 * Returns whether the owner lets the attacker in: by moving the attacker's account to the owner's address, or by
 * confirming the attacker's sign-up without the button of our page.
 */
function letsIn(mail: SentMail, { who, way }: StepOf<'confirm'>): boolean {
  const isPage = way.startsWith('button');
  return (
    who === 'owner' &&
    ((mail.type === 'email_change' && mail.asked_by === 'attacker') || (mail.sign_up === 'attacker' && !isPage))
  );
}

async function present(
  { bindings }: World,
  { person, mail, step }: { person: Person; mail: SentMail; step: StepOf<'confirm'> },
): Promise<Response> {
  const device = person.devices[step.way === 'button' ? 0 : 1];
  const typed: Record<string, string> =
    step.typed === 'nothing' ? {} : step.typed === 'forget' ? { forget: 'yes' } : { password: person.password };
  if (mail.type === 'not-me') return device.press(mail.link, {}, undefined, '/not-me');
  const type = step.as ?? (mail.type || 'email');
  if (step.way === 'code') return post('/verify', { type, email: mail.to, token: mail.code || '000000' }, { bindings });
  if (step.way === 'token hash') return post('/verify', { type, token_hash: mail.token_hash || 'none' }, { bindings });
  if (!mail.link) return new Response(null, { status: 404 });
  if (step.way === 'GET') return call(mail.link, { headers: { apikey: 'a program' } }, bindings);
  return device.press(mail.link, typed);
}

export async function sessionOf(
  answer: Response,
): Promise<Partial<Pick<Tokens, 'access_token' | 'refresh_token'>> & { message?: string }> {
  if (answer.headers.has('Location')) return arrival(answer);
  if (!answer.headers.get('Content-Type')?.includes('json')) return {};
  const { access_token, refresh_token, msg } = await answer.json<Partial<Tokens> & { msg?: string }>();
  return {
    ...(access_token && refresh_token ? { access_token, refresh_token } : {}),
    ...(answer.ok && msg ? { message: msg } : {}),
  };
}
