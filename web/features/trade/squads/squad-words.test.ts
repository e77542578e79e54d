import { expect, test } from 'vitest';
import { aMate, aSquad, type SquadCase } from '../../../../test/support/web/squads.ts';
import { squadStatus } from './squad-words.ts';

const NOW = new Date('2026-11-27T20:10:00.000Z');
const CAPTAIN = { is_captain: true, card: 'authorized' } as const;
const HELD = { card: 'used', request_id: 'r1', total: 26.42 } as const;
const NOT_CHARGED = 'Nobody is charged. Holds on your cards end within a few days.';
const NOBODY_PAYS = 'Nobody pays: what was charged goes back, and holds on your cards end within a few days.';

const CASES: [what: string, given: SquadCase, title: string, next: string][] = [
  [
    'gathering, an outsider',
    {},
    'A roommate plans a night with you',
    'You each pay with your own card, at most $30.00. Nobody is charged until all 4 of you have a ticket. Join by 3:30 PM.',
  ],
  [
    'gathering but full, an outsider',
    { joined: 4 },
    'This squad is full',
    'All 4 places are taken. If one becomes free by 3:30 PM, you can join here.',
  ],
  [
    'gathering, a member whose card is missing',
    { you: { card: 'awaiting' } },
    'Your card is missing',
    'Authorize $30.00 by 3:30 PM to keep your place. Nobody is charged until all 4 of you have a ticket.',
  ],
  [
    'gathering, a member whose card is authorized',
    { you: { card: 'authorized' } },
    'You’re in',
    '$30.00 is reserved on your card, not charged. 3 cards are missing. If one is still missing after 3:30 PM, nobody is charged.',
  ],
  [
    'gathering, the captain while places are free',
    { you: CAPTAIN },
    'You’re in',
    '$30.00 is reserved on your card, not charged. 3 cards are missing. Send your friends the link. If one is still missing after 3:30 PM, nobody is charged.',
  ],
  [
    'gathering, the captain while one card is missing',
    { you: CAPTAIN, joined: 4, authorized: 3 },
    'You’re in',
    '$30.00 is reserved on your card, not charged. 1 card is missing. If one is still missing after 3:30 PM, nobody is charged.',
  ],
  [
    'gathering, every card is authorized',
    { you: { card: 'authorized' }, joined: 4, authorized: 4 },
    'Everybody is in',
    'All cards are authorized. We’re getting tickets for all of you now.',
  ],
  [
    'gathering, after the deadline',
    { you: { card: 'authorized' }, pay_by: '2026-11-27T20:10:00.000Z' },
    'Time is up',
    'Not every card was authorized in time. Nobody is charged.',
  ],
  [
    'asking the sellers, a member',
    { state: 'asking', answer_by: '2026-11-27T23:40:00.000Z', you: HELD },
    'Everybody is in',
    'Tickets for all 4 of you are held. Yours is $26.42: reserved, not charged. Every seller must say yes by 6:40 PM, 3 h 30 min left. Otherwise nobody is charged.',
  ],
  [
    'asking the sellers, after every seller has said yes',
    { state: 'asking', you: HELD },
    'The sellers said yes',
    'Your card is being charged $26.42, which we hold until hand-over.',
  ],
  [
    'asking the sellers, an outsider',
    { state: 'asking', answer_by: '2026-11-27T23:40:00.000Z' },
    'This squad is full',
    'Tickets for all 4 of them are held.',
  ],
  [
    'everybody has a ticket, a member after the night',
    { state: 'in', you: HELD, home_until: '2026-11-29T09:00:00.000Z' },
    'Got home?',
    'One tap tells the others. Only the 4 of you see it. We delete it 24 hours after the night.',
  ],
  [
    'everybody has a ticket, a member who got home',
    {
      state: 'in',
      you: HELD,
      home_until: '2026-11-29T09:00:00.000Z',
      mates: [aMate('me', { is_you: true, is_home: true })],
    },
    'You got home',
    'Only the 4 of you see it. We delete it 24 hours after the night.',
  ],
  [
    'everybody has a ticket, a member',
    { state: 'in', you: HELD },
    'You’re all going',
    'All 4 of you have a ticket. You paid $26.42, which we hold until hand-over.',
  ],
  ['everybody has a ticket, an outsider', { state: 'in' }, 'This squad is full', 'All 4 of them have their tickets.'],
  [
    'ended at the deadline, a member',
    { state: 'ended', why: 'time', you: { card: 'authorized' } },
    'This squad has ended',
    `Not every card was authorized by 3:30 PM. ${NOT_CHARGED} Ask A roommate to try again.`,
  ],
  [
    'ended at the deadline, the captain',
    { state: 'ended', why: 'time', you: CAPTAIN },
    'This squad has ended',
    `Not every card was authorized by 3:30 PM. ${NOT_CHARGED} You can try again: we tell your friends. Or join the waitlist: one offer covers all 4 of you. You pay for it and pass the tickets on.`,
  ],
  [
    'ended without tickets, a member',
    { state: 'ended', why: 'no_stock', you: { card: 'authorized' } },
    'This squad has ended',
    `No tickets for all 4 of you cost at most $30.00 each. ${NOT_CHARGED} Ask A roommate to try again.`,
  ],
  [
    'ended without tickets, the captain',
    { state: 'ended', why: 'no_stock', you: CAPTAIN },
    'This squad has ended',
    `No tickets for all 4 of you cost at most $30.00 each. ${NOT_CHARGED} You can name a higher price. Or join the waitlist: one offer covers all 4 of you. You pay for it and pass the tickets on.`,
  ],
  [
    'ended without tickets, the captain of a squad too large for the waitlist',
    { state: 'ended', why: 'no_stock', places: 7, you: CAPTAIN },
    'This squad has ended',
    `No tickets for all 7 of you cost at most $30.00 each. ${NOT_CHARGED} You can name a higher price.`,
  ],
  [
    'ended by a friend',
    { state: 'ended', why: 'friend', you: HELD },
    'This squad has ended',
    `One of you canceled, or can’t buy for this night. ${NOT_CHARGED} Ask A roommate to try again.`,
  ],
  [
    'ended because the event was cancelled, was moved or began',
    { state: 'ended', why: 'event', you: CAPTAIN, event: { is_open: false } },
    'This squad has ended',
    `The night was canceled or moved, or has begun. ${NOBODY_PAYS}`,
  ],
  [
    'called off, the captain',
    { state: 'ended', why: 'captain', you: CAPTAIN },
    'This squad has ended',
    `You called it off. ${NOT_CHARGED} You can try again: we tell your friends.`,
  ],
  [
    'called off, an outsider',
    { state: 'ended', why: 'captain' },
    'This squad has ended',
    `A roommate called it off. ${NOT_CHARGED} Ask A roommate to try again.`,
  ],
  [
    'ended by a seller',
    { state: 'ended', why: 'seller', you: HELD },
    'This squad has ended',
    `A seller said no or didn’t answer in time. ${NOT_CHARGED} Ask A roommate to try again.`,
  ],
  [
    'ended because a card could not be charged',
    { state: 'ended', why: 'card', you: HELD },
    'This squad has ended',
    `A card couldn’t be charged. ${NOBODY_PAYS} Ask A roommate to try again.`,
  ],
];

test.each(CASES)('the title and text of a squad fit its state and the viewer: %s', (_what, given, title, next) => {
  expect(squadStatus(aSquad(given), NOW)).toMatchObject({ title, next });
});
