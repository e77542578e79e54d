import { ask, type Answer, type Ask, codeOf } from './ask.ts';
import { type Person, PASSWORD } from './cast.ts';
import { begin } from './history.ts';
import { isClosed, isOver, pause, type World } from './world.ts';

const CODE_MS = 500;
/** How long a person waits for a code before they try to sign in again, in ms. */
const PATIENCE_MS = 15_000;

/** Signs a person in and tries again after each failure. Returns false if the soak test ends first. */
export async function signIn(world: World, person: Person): Promise<boolean> {
  person.session = null;
  while (!isClosed(world)) {
    const how = world.random();
    const answer =
      how < 0.7 ? await byPassword(world, person) : await byCode(world, person, how < 0.85 ? 'mail' : 'sms');
    if (answer?.status === 200) {
      keep(world, person, answer);
      return true;
    }
    await pause(world, 1000);
  }
  return false;
}

/** Renews the tokens. Records a refusal in the history, because it means that an acknowledged session was lost. */
export async function refresh(world: World, person: Person): Promise<void> {
  const { session } = person;
  if (!session) return;
  const path = '/auth/v1/token?grant_type=refresh_token';
  const call = { method: 'POST', path, body: { refresh_token: session.refresh_token } } as const;
  const answer = await ask(world, { ...person, session: null }, call);
  if (answer?.status === 200) keep(world, person, answer);
  else if (answer) world.history.writes.get(`session ${session.id}`)!.refused = codeOf(answer);
}

const byPassword = (world: World, person: Person) => {
  const body = { email: person.email, password: PASSWORD };
  return open(world, person, { path: '/auth/v1/token?grant_type=password', body });
};

function open(world: World, person: Person, { path, body }: Pick<Ask, 'path' | 'body'>): Promise<Answer | null> {
  return ask(world, person, { method: 'POST', path, body }, () => {
    world.history.sign_ins += 1;
  });
}

async function byCode(world: World, person: Person, channel: 'mail' | 'sms'): Promise<Answer | null> {
  const to = channel === 'mail' ? { email: person.email } : { phone: person.phone };
  const known = sentTo(world, person, channel).length;
  const asked = await ask(world, person, { method: 'POST', path: '/auth/v1/otp', body: { ...to, create_user: false } });
  if (asked?.status !== 200) return null;
  const until = Date.now() + PATIENCE_MS;
  while (!isOver(world) && Date.now() < until) {
    const token = /\b\d{6}\b/.exec(sentTo(world, person, channel).slice(known).at(-1)?.text ?? '')?.[0];
    const body = { type: channel === 'mail' ? 'email' : 'sms', ...to, token };
    if (token) return open(world, person, { path: '/auth/v1/verify', body });
    await pause(world, CODE_MS);
  }
  return null;
}

const sentTo = ({ outside }: World, { email, phone }: Person, channel: 'mail' | 'sms') =>
  outside.sent[channel].filter(({ to }) => to === (channel === 'mail' ? email : `+${phone}`));

/** A refreshed session keeps its id, which is in the access token. */
function keep({ history }: World, person: Person, { body }: Answer): void {
  const { access_token, refresh_token } = body as { access_token: string; refresh_token: string };
  const { session_id: id } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  person.session = { id, access_token, refresh_token };
  const write = history.writes.get(`session ${id}`) ?? begin(history, { kind: 'session', key: id });
  write.tries += 1;
  write.id = id;
}
