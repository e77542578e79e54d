import type { AuthOneTimeCode } from '../../../../drizzle/tables/auth-codes.ts';
import type { AuthUser } from '../../../../drizzle/tables/auth-users.ts';

/** What the confirm page says. `title` is that of the document. */
export interface ConfirmTexts {
  title: string;
  heading: string;
  text: string;
  button: string;
}

const TEXTS: Record<string, { title: string; button: string }> = {
  recovery: { title: 'Choose a new password', button: 'Continue' },
  email_change: { title: 'Confirm your new address', button: 'Confirm the change' },
  magiclink: { title: 'Sign in to Vouch', button: 'Sign in' },
  invite: { title: 'Accept your invitation', button: 'Accept' },
};

const SIGNS_IN = 'One more tap, so that only you can use this link. It signs this browser in, and signs out whoever was signed in before.';

/** The texts for a link. Those of a link that is unknown or expired name no account. */
export function textsOfLink(type: string, code: Pick<AuthOneTimeCode, 'address'> | undefined): ConfirmTexts {
  const { title, button } = TEXTS[type] ?? { title: 'Confirm your address', button: 'Confirm' };
  return { title, button, heading: code ? `Continue as ${code.address}?` : title, text: SIGNS_IN };
}

/** The texts for a link of an email change: which half it is, and what follows. */
export function textsOfEmailChange(
  { email, new_email }: Pick<AuthUser, 'email' | 'new_email'>,
  { address, completes }: { address: string; completes: boolean },
): ConfirmTexts {
  const { title, button } = TEXTS['email_change']!;
  const heading = `Move the account of ${email ?? 'this person'} to ${new_email}?`;
  if (completes) {
    const agreed = email === null ? '' : `${address === new_email ? email : new_email} has agreed already. `;
    return {
      title,
      button,
      heading,
      text: `${agreed}This tap moves the account to ${new_email}. It signs this browser in to that account, and signs out whoever was signed in before.`,
    };
  }
  const other = address === new_email ? email : new_email;
  return {
    title,
    button,
    heading,
    text: `This is the first half: ${address} agrees. Then open the link that we sent to ${other}. The address changes once both have agreed. This tap signs nobody in.`,
  };
}
