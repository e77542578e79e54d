import type { AuthOneTimeCode } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';

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

const SIGNS_IN = 'The button below signs you in on this device. It signs out any other account here.';

/** The texts name no account if the link is unknown or expired. */
export function textsOfLink(type: string, code: Pick<AuthOneTimeCode, 'address'> | undefined): ConfirmTexts {
  const { title, button } = TEXTS[type] ?? { title: 'Confirm your address', button: 'Confirm' };
  return { title, button, heading: code ? `Continue as ${code.address}?` : title, text: SIGNS_IN };
}

export function textsOfEmailChange(
  { email, new_email }: Pick<AuthUser, 'email' | 'new_email'>,
  { address, completes }: { address: string; completes: boolean },
): ConfirmTexts {
  const { title, button } = TEXTS['email_change']!;
  const heading =
    email === null
      ? `Use ${new_email} for this account?`
      : `Change the address of the account ${email} to ${new_email}?`;
  if (completes) {
    const agreed = email === null ? '' : `${address === new_email ? email : new_email} is already confirmed. `;
    return {
      title,
      button,
      heading,
      text: `${agreed}The button below changes the address of the account to ${new_email}. It also signs you in to this account on this device, and signs out any other account here.`,
    };
  }
  const other = address === new_email ? email : new_email;
  return {
    title,
    button,
    heading,
    text: `The button below confirms ${address}. Then open the link that we sent to ${other}. The address changes once both are confirmed. This step doesn’t sign you in.`,
  };
}
