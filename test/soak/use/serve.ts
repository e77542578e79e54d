import { Miniflare } from 'miniflare';
import { builtPlatform } from '../../../worker/local/platform.ts';
import { localVariables } from '../../../worker/local/settings/variables.ts';

/**
 * Serves the built Worker in a process that may be killed at any time. Mail and text messages go to the carrier of the
 * soak test. Tells its parent once it listens, fires the cron every few seconds, and also as of the time that the
 * parent names.
 */
const CRON_MS = 5000;

type Around = NonNullable<Parameters<typeof builtPlatform>[0]['around']>;

/** Stands in for the mail binding: a mail that the carrier refuses fails, as it does with the real one. */
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
    ...worker,
    serviceBindings: { ...worker.serviceBindings, MAIL: 'mail' },
    outboundService: (request: Request) =>
      new URL(request.url).hostname === 'api.twilio.com'
        ? fetch(`${carrier}/sms`, sameOf(request))
        : fetch(request.url, sameOf(request)),
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

const miniflare = new Miniflare(
  builtPlatform({ state: process.env['STATE_DIR'] ?? '', port, variables: localVariables(port), around: withCarrier }),
);
await miniflare.ready;
const worker = await miniflare.getWorker('vouch');
const runCron = (at: Date) =>
  worker
    .scheduled({ cron: '* * * * *', scheduledTime: at })
    .catch((error: unknown) => console.error('The cron did not run.', error));
setInterval(() => void runCron(new Date()), CRON_MS);
process.on('message', (at: number) => void runCron(new Date(at)).then(() => process.send?.({ ran: at })));
process.on('disconnect', () => void miniflare.dispose().then(() => process.exit()));
process.send?.({ ready: true });
