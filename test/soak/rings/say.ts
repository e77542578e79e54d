import type { Step } from './steps.ts';
import type { Verdict } from './judge.ts';

const SAID: { [K in Step['do']]?: (step: Extract<Step, { do: K }>) => string } = {
  list: ({ who, kind, price, count, at_once, good, early, through }) =>
    `${who} lists ${count} ${good ? 'good' : 'worthless'} ${kind === 'file' ? 'files' : 'transfers'} (price: ${price})${at_once ? ', sold at once' : ''}${early ? ', opened from the payment on' : ''}${through ? `, through the link of ${through}` : ''}`,
  buy: ({ who, count, pays }) => `${who} asks for ${count}${pays ? ' and pays' : ' and does not pay'}`,
  'buy as a group': ({ who, count, paid }) =>
    `${who} asks for ${count} as a group, and pays for ${paid} of the requests`,
  send: ({ who, good }) => `${who} says that the tickets are sent${good ? '' : ', but sends nothing'}`,
  complain: ({ who, kind }) => `${who} complains: ${kind}`,
  check: ({ who, right }) =>
    `${who} opens the tickets, and the phone reads ${right ? 'the right code' : 'another code'}`,
  'go as a squad': ({ who, with: friends, paid }) =>
    `${who} goes as a squad with ${friends.join(', ')}, of whom ${paid} authorize a card`,
  'change the price': ({ who, price }) => `${who} changes the price of the listing: ${price}`,
  'pay late': ({ who }) => `${who} pays for the tickets that are held`,
  'mark by name': ({ who, of }) => `${who} marks the ticket of ${of} by name at the door`,
  'give a ticket': ({ who, to, reads, back }) =>
    `${who} gives a ticket to ${to}, whose phone reads ${reads}${back ? ', and who gives it back' : ''}`,
  edit: ({ who, what }) => `${who} moves ${what}`,
  feed: ({ who, what }) => `${who} sends the night through the API: ${what}`,
  'give a role': ({ who, to, role }) =>
    `${who} makes ${to} ${role === 'organizers' ? 'a co-organizer' : 'staff of the door'}`,
  'take the offer': ({ who, pays }) => `${who} takes the offer${pays ? ' and pays' : ' and does not pay'}`,
  'fall silent': ({ who }) => `${who} is away for a day`,
  'look for tickets': ({ who, count, card }) =>
    `${who} shows through a link that they look for ${count}${card ? `, and gives a card that takes offers${card === 'ok' ? '' : ' and is refused later'}` : ''}`,
  ghosts: ({ count }) => `a visitor without an account joins the waitlist under ${count} invented addresses`,
  wait: ({ until }) => `all wait: ${until}`,
};

export function sayHistory(history: readonly Step[]): string[] {
  return history.map((step, at) => {
    const say = SAID[step.do] as ((step: Step) => string) | undefined;
    const plain = 'who' in step ? `${step.who}: ${step.do}` : step.do;
    return `  ${at + 1}. ${say ? say(step) : plain}`;
  });
}

export function sayVerdict({ gained_cents, lost }: Verdict): string {
  return [...(gained_cents > 0 ? [`the ring gained $${(gained_cents / 100).toFixed(2)}`] : []), ...lost].join('; ');
}
