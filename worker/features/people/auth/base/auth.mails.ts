import { renderMail } from '../../../../http/outbox/mail.ts';

export type MailPurpose =
  | 'confirmation'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

const TEXTS: Record<MailPurpose, { subject: string; why: string; button: string }> = {
  confirmation: {
    subject: 'Confirm your Vouch account',
    why: 'Confirm this address to finish signing up.',
    button: 'Confirm my address',
  },
  magiclink: { subject: 'Your Vouch sign-in link', why: 'Use this to sign in.', button: 'Sign in' },
  recovery: {
    subject: 'Reset your Vouch password',
    why: 'Use this to choose a new password.',
    button: 'Choose a new password',
  },
  invite: {
    subject: 'You are invited to Vouch',
    why: 'Accept the invitation to open your account.',
    button: 'Accept the invitation',
  },
  email_change_current: {
    subject: 'Confirm your new Vouch address',
    why: 'Your account is about to move to another address. Confirm the change from this address first.',
    button: 'Confirm the change',
  },
  email_change_new: {
    subject: 'Confirm your new Vouch address',
    why: 'Confirm that this address is yours, so that your account can move to it.',
    button: 'Confirm this address',
  },
  reauthentication: { subject: 'Your Vouch code', why: 'Enter this code to confirm that it is you.', button: '' },
};

const FOOTER = 'If you didn’t ask for this, you can ignore this email. Nothing will change.';

export function composeMail({ purpose, code, link }: { purpose: MailPurpose; code: string; link: string | null }) {
  const { subject, why, button } = TEXTS[purpose];
  return renderMail({ subject, text: why, step: link === null ? null : { label: button, link }, code, footer: FOOTER });
}

/** For an account's owner, when somebody tried to sign up with the account's address. */
export function composeKnown(site: string) {
  return renderMail({
    subject: 'You already have a Vouch account',
    text: 'Somebody tried to sign up with this address. If it was you, sign in instead. You can choose a new password there if you forgot yours.',
    step: { label: 'Sign in', link: new URL('/auth', site).href },
    footer: 'If it wasn’t you, you can ignore this email: your account hasn’t changed.',
  });
}

export function composeSms(code: string): string {
  return `${code} is your Vouch code. We never ask for it by phone or message.`;
}
