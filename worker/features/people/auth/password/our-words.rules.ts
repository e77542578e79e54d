/**
 * Words of the product and its places, which a guesser tries first. Passwords that are made of them alone are refused.
 */
const OUR_WORDS = [
  'vouch',
  'nightlife',
  'night',
  'ticket',
  'student',
  'seller',
  'organizer',
  'admin',
  'boston',
  'newyork',
  'nyc',
  'password',
];

const REST = new RegExp(OUR_WORDS.map((word) => `${word}s?`).join('|'), 'g');

/**
 * Whether the letters of a password are words of ours and nothing else, whatever digits and signs are around them:
 * `Vouch-2026!`.
 */
export function isOfOurWords(password: string): boolean {
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return letters !== '' && letters.replaceAll(REST, '') === '';
}
