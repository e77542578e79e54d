import { authClient, PASSWORD, signUpConfirmed } from './auth-client.ts';

/** A client that is signed in as a new user. */
export async function signedInClient(email: string) {
  await signUpConfirmed(email);
  const client = authClient();
  const { data } = await client.signInWithPassword({ email, password: PASSWORD });
  return { client, user: data.user! };
}
