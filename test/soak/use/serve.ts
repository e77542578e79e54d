import { Miniflare } from 'miniflare';
import { builtPlatform } from '../../../worker/local/platform.ts';
import { withFaultyD1 } from './faulty-entry.ts';
import { localVariables } from '../../../worker/local/settings/variables.ts';
import { askAgain } from '../../support/ask-again.ts';

/** The time between two runs of the cron, in ms. The parent process can ask for more runs. */
const CRON_MS = 5000;

type Around = NonNullable<Parameters<typeof builtPlatform>[0]['around']>;

/** Replaces the mail binding. Like the real one, it throws if the carrier refuses a mail. */
const MAIL_BINDING = `import { WorkerEntrypoint } from 'cloudflare:workers';
export default class extends WorkerEntrypoint {
  fetch() { return new Response(null, { status: 404 }); }
  async send({ to, subject, text }) {
    const answer = await fetch(this.env.CARRIER + '/mail', { method: 'POST', body: JSON.stringify({ to, subject, text }) });
    if (!answer.ok) throw new Error('The mail carrier answered ' + answer.status);
    return { messageId: (await answer.json()).id };
  }
}`;

const port = Number(process.env['PORT']);
const carrier = process.env['CARRIER'] ?? '';

const withCarrier: Around = ({ email: _email, ...worker }) => [
  {
    ...withFaultyD1(worker),
    serviceBindings: { ...worker.serviceBindings, MAIL: 'mail' },
    outboundService: (request: Request) => {
      const isMessage = new URL(request.url).hostname === 'api.twilio.com';
      return fetch(isMessage ? `${carrier}/sms` : request.url, sameOf(request));
    },
  },
  {
    name: 'mail',
    modules: true,
    compatibilityDate: worker.compatibilityDate ?? '',
    script: MAIL_BINDING,
    bindings: { CARRIER: carrier },
  },
];

const sameOf = ({ method, headers, body }: Request): RequestInit => ({
  method,
  headers: [...headers].filter(([name]) => !['host', 'content-length', 'connection'].includes(name)),
  body,
  ...(body ? { duplex: 'half' } : {}),
});

// This process serves the built Worker. It may be killed at any time.
const miniflare = new Miniflare({
  ...builtPlatform({ state: process.env['STATE_DIR']!, port, variables: localVariables(port), around: withCarrier }),
  inspectorPort: Number(process.env['INSPECTOR_PORT']),
  unsafeTriggerHandlers: true,
});
await miniflare.ready;
// Calls the cron by HTTP. Miniflare's own call would block this process until the cron has run. A blocked process does
// not read the runtime's log, but the runtime waits until its log is read. So both would wait forever.
const runCron = (at: Date) =>
  askAgain(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${at.getTime()}`)
    .then((answer) => answer.text())
    .catch((error: unknown) => console.error('The cron did not run.', error));
setInterval(() => void runCron(new Date()), CRON_MS);
process.on('message', (at: number) => void runCron(new Date(at)).then(() => process.send?.({ ran: at })));
process.on('disconnect', () => void miniflare.dispose().then(() => process.exit()));
process.send?.({ ready: true });
