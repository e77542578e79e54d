import { renderMail } from '../../../../http/outbox/mail.ts';

export type OwnerChange =
  | 'password'
  | 'email'
  | 'phone'
  | 'factor_added'
  | 'factor_removed'
  | 'identity_added'
  | 'identity_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used';

const TEXTS: Record<OwnerChange, { subject: string; what: string }> = {
  password: { subject: 'Your Vouch password was changed', what: 'The password of your account was changed.' },
  email: { subject: 'Your Vouch address was changed', what: 'The email address of your account was changed.' },
  phone: { subject: 'Your Vouch phone number was changed', what: 'The phone number of your account was changed.' },
  factor_added: { subject: 'A second factor was added to Vouch', what: 'A second factor was added to your account.' },
  factor_removed: {
    subject: 'A second factor was removed from Vouch',
    what: 'A second factor was removed from your account.',
  },
  recovery_codes_made: {
    subject: 'New recovery codes for Vouch',
    what: 'New recovery codes were made for your account. You can use each one once instead of your second factor. Older recovery codes no longer work.',
  },
  recovery_code_used: {
    subject: 'A Vouch recovery code was used',
    what: 'Someone signed in to your account with a recovery code instead of your second factor. That code no longer works.',
  },
  passkey_added: {
    subject: 'A passkey was added to Vouch',
    what: 'A passkey was added to your account. It signs in without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from Vouch',
    what: 'A passkey was removed from your account. It no longer signs in.',
  },
  identity_added: {
    subject: 'A new way to sign in to Vouch',
    what: 'Another way to sign in was connected to your account.',
  },
  identity_removed: {
    subject: 'A way to sign in to Vouch was removed',
    what: 'A way to sign in was disconnected from your account.',
  },
};

/** A mail to the account's new address. It has no link, because this address may belong to a thief. */
export function composeNews(change: OwnerChange) {
  const { subject, what } = TEXTS[change];
  return renderMail({ subject, text: `${what} You don't need to do anything.`, step: null, name: null });
}

export function composeFarewell() {
  const text =
    'Your Vouch account is deleted. We must keep some records, but they no longer identify you. If this wasn’t you, reply to this email. We can tell you what happened, but we can’t restore the account.';
  return renderMail({ subject: 'Your Vouch account is deleted', text, step: null, name: null });
}

export function composeNotice({ change, link, days }: { change: OwnerChange; link: string; days: number }) {
  const { subject, what } = TEXTS[change];
  const then = `If this was you, you don't need to do anything. If this wasn't you, open this link within ${days} days. It signs everybody out and lets you choose a new password.`;
  return renderMail({ subject, text: `${what} ${then}`, step: { label: "This wasn't me", link }, name: null });
}
