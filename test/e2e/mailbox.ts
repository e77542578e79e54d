import type { Page } from '@playwright/test';
import { localRows } from '../support/local-rows.ts';
import { expect } from './test.ts';
import { readSealedMessage } from '../../worker/http/outbox/sealed-message.ts';
import { ensureDevVars } from '../../worker/local/settings/dev-vars.ts';

export async function linkInMail(recipient: string, subject: RegExp): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      link = (await mailsTo(recipient)).find((mail) => subject.test(mail.subject))?.link;
      return link;
    })
    .toBeTruthy();
  return link!;
}

export async function mailText(recipient: string, subject: RegExp): Promise<string> {
  let text: string | undefined;
  await expect
    .poll(
      async () => {
        text = (await mailsTo(recipient)).find((mail) => subject.test(mail.subject))?.text;
        return text;
      },
      // The mail about a decision is written ten seconds after the decision.
      { timeout: 60_000 },
    )
    .toBeTruthy();
  return text!;
}

async function mailsTo(recipient: string): Promise<{ subject: string; text: string; link: string | undefined }[]> {
  const pepper = ensureDevVars()['AUTH_PEPPER']!;
  const rows = (await localRows(
    `SELECT channel, recipient, coalesce(sealed, (SELECT c.sealed FROM mail_contents c
      WHERE c.id = content_id)) AS sealed
      FROM outbox WHERE channel = 'email' AND recipient = ? ORDER BY created_at DESC`,
    recipient,
  )) as { channel: 'email'; recipient: string; sealed: string }[];
  const mails = await Promise.all(rows.map((row) => readSealedMessage(pepper, row)));
  return mails.map((mail) => ({
    subject: mail.channel === 'email' ? mail.subject : '',
    text: mail.text,
    link: /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail.text)?.[0],
  }));
}

export async function confirmPlace(page: Page, email: string): Promise<void> {
  const text = await mailText(email, /^Confirm your place/);
  await page.goto(/\/waitlist-confirm\?token=\S+/.exec(text)![0]);
  await page.getByRole('button', { name: 'Confirm my place' }).click();
  await expect(page.getByRole('heading', { name: 'Your place is confirmed' })).toBeVisible();
}
