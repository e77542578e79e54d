import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hostOf, isLoopback } from '../../http/loopback.ts';
import { LostAnswer } from './api.ts';
import { type Fake, makeFake } from './fake.ts';
import { answerPage } from './pages/pages.ts';

/** How often waiting webhooks are sent, in ms. */
const PUMP_MS = 200;

export interface ServeOptions {
  port: number;
  /** The origin of the app, which gets the webhooks. */
  app: string;
  file: string;
  apiKey: string;
  secret: string;
}

/** Serves the fake provider on this machine only. Fails with `EADDRINUSE` if the port is taken. */
export async function serveFakeProvider(options: ServeOptions): Promise<{ close: () => Promise<void> }> {
  const { port, app, file, apiKey, secret } = options;
  const fake = makeFake({
    apiKey,
    secret,
    origin: `http://127.0.0.1:${port}`,
    now: () => Date.now(),
    random: () => Math.random(),
    deliver: (request) => fetch(request),
    webhookUrl: `${app}/api/payments/events`,
    ...(existsSync(file) ? { state: readFileSync(file, 'utf8') } : {}),
  });
  const save = keeper(fake, file);
  const server = createServer((incoming, outgoing) => {
    void answer(fake, incoming, outgoing).finally(save);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done);
  });
  let isSending = false;
  const sendDue = async () => {
    if (isSending) return;
    isSending = true;
    const { accepted, refused, lost } = await fake.pump();
    isSending = false;
    if (accepted + refused + lost > 0) save();
  };
  const timer = setInterval(() => void sendDue(), PUMP_MS);
  return {
    close: async () => {
      clearInterval(timer);
      save();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function keeper(fake: Fake, file: string): () => void {
  let written = fake.snapshot();
  return () => {
    const text = fake.snapshot();
    if (text === written) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    written = text;
  };
}

async function answer(fake: Fake, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const response = await responseTo(fake, incoming);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    if (!(error instanceof LostAnswer)) console.error('The fake payment provider failed.', error);
    outgoing.destroy();
  }
}

async function responseTo(fake: Fake, incoming: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/', headers } = incoming;
  const origin = `http://${headers.host}`;
  // Refuses host names that are not loopback names, because a website could point its own host name to this machine.
  if (!isLoopback(hostOf(origin) ?? '')) return new Response(null, { status: 421 });
  const body = method === 'POST' ? await buffer(incoming) : undefined;
  const request = new Request(`${origin}${url}`, { method, headers: textFields(headers), ...(body ? { body } : {}) });
  return /^\/v[12]\//.test(url) ? fake.fetch(request) : answerPage(fake, request);
}

export const textFields = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
