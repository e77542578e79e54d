/** Attackers guess these words first, so a password that consists only of them is refused. */
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

/** Returns whether a password consists only of our words. Ignores digits and punctuation, as in `Vouch-2026!`. */
export function isOfOurWords(password: string): boolean {
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return letters !== '' && letters.replaceAll(REST, '') === '';
}
