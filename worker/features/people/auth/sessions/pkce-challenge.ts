import { malformed } from '../base/errors.ts';
import { optionalText } from '../base/inputs.ts';

export interface PkceChallenge {
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
}

/** The body of an HTTP request has both fields or neither. */
export const ChallengeFields = { code_challenge: optionalText(512), code_challenge_method: optionalText(16) };

/** Returns null if both fields are empty. Throws a 400 if only one is given, or if one is malformed. */
export function challengeOf(body: {
  code_challenge?: string | null;
  code_challenge_method?: string | null;
}): PkceChallenge | null {
  const [challenge, method] = [body.code_challenge ?? '', (body.code_challenge_method ?? '').toLowerCase()];
  if (!challenge && !method) return null;
  if (!challenge || !method) throw malformed('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw malformed('code challenge has to be between 43 and 128 characters of the unreserved set');
  if (method !== 's256' && method !== 'plain') throw malformed('invalid code challenge method');
  return { code_challenge: challenge, code_challenge_method: method };
}
