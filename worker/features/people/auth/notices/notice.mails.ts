import { renderMail } from '../../../../http/outbox/mail.ts';

/** A change of what opens an account. Its owner is told of it. */
export type OwnerChange =
  | 'password'
  | 'email'
  | 'phone'
  | 'factor_added'
  | 'factor_removed'
  | 'identity_added'
  | 'identity_removed'
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
    what: 'Recovery codes were made for your account. Each can be used once in place of your second factor. Older recovery codes no longer work.',
  },
  recovery_code_used: {
    subject: 'A Vouch recovery code was used',
    what: 'A recovery code was used in place of your second factor to sign in to your account. It does not work again.',
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

/** The mail that tells a new address of an account about the change that gave it to the account. */
export function composeNews(change: OwnerChange) {
  const { subject, what } = TEXTS[change];
  return renderMail({ subject, text: `${what} You need not do anything.`, step: null, name: null });
}

/** The mail that confirms that an account is deleted. */
export function composeFarewell() {
  const text =
    'Your Vouch account is deleted. What had to stay says no longer who you are. If this was not you, answer this mail: we can tell you what happened, but the account cannot come back.';
  return renderMail({ subject: 'Your Vouch account is deleted', text, step: null, name: null });
}

/** The mail that tells an owner of a change. `link` is good for `days`. */
export function composeNotice({ change, link, days }: { change: OwnerChange; link: string; days: number }) {
  const { subject, what } = TEXTS[change];
  const then = `If this was you, you need not do anything. If this wasn't you, open this link within ${days} days. It signs everybody out and lets you choose a new password.`;
  return renderMail({ subject, text: `${what} ${then}`, step: { label: "This wasn't me", link }, name: null });
}
