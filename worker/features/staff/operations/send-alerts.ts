import { log } from '../../../http/log.ts';
import type { Alert } from './alarms.rules.ts';

const PATIENCE_MS = 10_000;

type Receiver = Pick<Env, 'ALERT_TO' | 'ALERT_WEBHOOK' | 'MAIL' | 'MAIL_FROM' | 'SITE_URL'>;

/**
 * Logs alerts. Then posts them to `ALERT_WEBHOOK` or, if that is not set, mails them to `ALERT_TO`. Does not use the
 * outbox and its queue, because the alerts may be about their failure. Throws if the receiver does not accept the
 * alerts.
 */
export async function sendAlerts(env: Receiver, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  for (const { name, state, sentence } of alerts) log('warn', `an alarm ${state}`, { alarm: name, sentence });
  const text = alerts.map((alert) => textOf(alert, env.SITE_URL)).join('\n\n');
  if (env.ALERT_WEBHOOK) return post(env.ALERT_WEBHOOK, { text, alerts });
  if (!env.ALERT_TO) return;
  const [first] = alerts;
  const more = alerts.length > 1 ? ` and ${alerts.length - 1} more` : '';
  await env.MAIL.send({
    from: { email: env.MAIL_FROM, name: 'Vouch' },
    to: env.ALERT_TO,
    subject: `${first!.state === 'began' ? 'Alarm' : 'Alarm ended'}: ${first!.name}${more}`,
    text,
  });
}

/** Pings an external monitor, which raises an alarm when the pings stop. A failed ping is only logged. */
export async function pingCron({ CRON_PING_URL }: Pick<Env, 'CRON_PING_URL'>): Promise<void> {
  if (!CRON_PING_URL) return;
  await post(CRON_PING_URL, {}).catch((error: unknown) =>
    log('warn', 'the ping of the cron job did not arrive', { error: String(error) }),
  );
}

const textOf = ({ state, name, sentence, section, page }: Alert, site: string): string =>
  [
    `${state === 'began' ? 'Alarm' : 'Ended'}: ${name}. ${sentence}`,
    `Runbook: “${section}” (docs/runbook.md#${section.toLowerCase().replaceAll(' ', '-')})`,
    new URL(page, site).href,
  ].join('\n');

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`);
}
