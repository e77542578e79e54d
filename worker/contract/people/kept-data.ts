import { KEEPING_DAYS, KEPT_MESSAGES } from '../talk/keeping-times.ts';
import { CONFIRM_HOURS } from '../nights/waitlist.ts';

/** One section of the privacy page: what we store about people. */
export interface KeptData {
  subject: string;
  /**
   * The tables that hold this data, in D1 and in the chat rooms. A test checks that no table is missing
   * (test/docs/privacy.test.ts).
   */
  tables: readonly string[];
  what: string;
  why: string;
  who: string;
  until: string;
}

/** Everything that the server stores about people. The privacy page is built from this list. */
export const KEPT_DATA: readonly KeptData[] = [
  {
    subject: 'Your account',
    tables: ['auth_users', 'profiles', 'auth_identities'],
    what: 'Your name, email address and school, your phone number if you sign in with it, a hash of your password (never the password itself), whether your school is verified, your role, and when you signed up and last signed in. If you sign in with Google: the name, address and picture that Google sends. If you sign in with a wallet: its address.',
    why: 'To let you in, and to show others who they are dealing with.',
    who: 'You and our admins. Others see your name, your school and whether it is verified, where you sell tickets or write in a chat.',
    until: `Until the account is deleted. Its name, address, school and ways to sign in are then erased. An account that was never proven or used is deleted after ${KEEPING_DAYS.unused_account} days.`,
  },
  {
    subject: 'Devices on which you are signed in',
    tables: ['auth_sessions', 'auth_amr'],
    what: 'The name that the browser gives itself, its network address, and when and how you signed in.',
    why: 'To keep you signed in, and to let you sign out other devices.',
    who: 'Our admins.',
    until: `Until you sign out. A device that isn’t used is signed out after ${KEEPING_DAYS.unused_session} days, and every device after ${KEEPING_DAYS.whole_session} days. The row is deleted a day later.`,
  },
  {
    subject: 'Your passkeys',
    tables: ['auth_sign_in_passkeys'],
    what: 'The public key of each passkey, the name of its device, and when it was last used. Your face and your fingerprint never leave your device.',
    why: 'To sign you in without a password.',
    who: 'You.',
    until: 'Until you remove the passkey, or delete your account.',
  },
  {
    subject: 'Your second factors',
    tables: ['auth_factors', 'auth_passkeys', 'auth_challenges', 'auth_recovery_codes'],
    what: 'The names that you give them, the encrypted secret of an authenticator app, the public key of a passkey, a phone number for codes, a hash of each unused recovery code, and the network address that asked for a code.',
    why: 'To check the second proof when you sign in.',
    who: 'You. Our admins see their names and kinds, never a secret.',
    until:
      'Until you remove the factor. Recovery codes are deleted with your last factor. A recovery code is deleted when it is used. The network address is deleted a day after the code has expired.',
  },
  {
    subject: 'Codes and links that we sent you',
    tables: ['auth_one_time_codes', 'auth_flow_states', 'auth_web3_messages', 'auth_notices'],
    what: 'The address and a hash of the code or link. For a sign-up that isn’t confirmed yet: the name, and a hash of the password. For a sign-in with Google or a wallet that you have started: what is needed to finish it.',
    why: 'So that a code works once, and only for you.',
    who: 'Nobody.',
    until: `A day after the code or link has expired. Most expire within an hour, the link of a security notice after ${KEEPING_DAYS.notice} days.`,
  },
  {
    subject: 'Emails and text messages',
    tables: ['outbox', 'mail_contents'],
    what: 'The address or phone number, and the encrypted content.',
    why: 'So that no message is lost while a provider is down.',
    who: 'Nobody. The provider that carries the message sees it.',
    until: `${KEEPING_DAYS.sent_messages} days after the message was written. A message that couldn’t be sent is deleted after ${KEEPING_DAYS.dead_messages} days.`,
  },
  {
    subject: 'Waitlists',
    tables: ['waitlist', 'event_guests'],
    what: 'The name, email address, phone number, Instagram handle and school of the form, our decision and a note about it. When you confirmed your place, and whether we asked you to. How many ticket offers in a row you left unanswered, when we asked whether you still want to come, and whether you get emails from the organizer. The names that an organizer puts on a guest list.',
    why: 'To decide who gets in, to offer you tickets when it is your turn, and to let you know. The organizer can write to you through us.',
    who: 'Our admins. The organizer of the event sees how many people wait. On the guest list they see the names of accepted people and of ticket buyers, but no addresses.',
    until: `Until the event is deleted, or you ask us to delete your entry. An entry that nobody confirms is deleted after ${CONFIRM_HOURS} hours.`,
  },
  {
    subject: 'Nights that you save and venues that you follow',
    tables: ['saved_events', 'venue_follows', 'calendar_links', 'reminders', 'reminder_opt_outs'],
    what: 'Which events you saved, which venues you follow, and since when. A hash of the secret address of your calendar, if you made one. The days on which you got a reminder, and whether you turned reminders off.',
    why: 'To show them in My nights and in your calendar, and to remind you the day before.',
    who: 'You, and anyone you give your calendar address to.',
    until:
      'Until you remove them, the event or the venue is deleted, or your account is deleted. The days of reminders are forgotten after a week.',
  },
  {
    subject: 'Where you go',
    tables: ['goings'],
    what: 'That you said that you are going to a night, or that you would go with somebody, and since when. Whether you agreed that friends see where you go.',
    why: 'So that friends find each other.',
    who: 'You. If you agreed to it: the people who vouch for you, the people who vouch for them, and people who were at the same night, if they agreed to it too and at least three friends go. They also see you if you hold a ticket or have a place on the list. The organizer sees how many said so, from three up.',
    until: `Until you take it back, the event or your account is deleted, or ${KEEPING_DAYS.goings} days after the night.`,
  },
  {
    subject: 'The proof of your school',
    tables: ['school_proofs', 'school_asks', 'schools', 'school_domains'],
    what: 'Which school it is, when the proof was made and when it ends, and a keyed hash of the address, never the address itself. The name and email domain of a school that you asked us to add.',
    why: 'To show that you have access to a school inbox, and to let each inbox prove only one account.',
    who: 'Everybody sees the school and the month of the proof where you sell or write. Our admins see which schools people ask for.',
    until: 'Until your account is deleted.',
  },
  {
    subject: 'Vouches and mutuals',
    tables: ['vouches', 'vouch_links', 'vouch_freezes', 'visits'],
    what: 'Who you vouch for, who vouches for you, since when, and until when your vouches don’t count. Hashes of your personal links. The nights for which you received tickets.',
    why: 'To show two students what they have in common before they deal with each other.',
    who: 'You, and the other side of a deal if you both want it.',
    until: `Until your account is deleted. A link is forgotten a day after it has expired. An ended vouch stays, so that fake accounts can be traced. Who you invited with a link stays on record for ${KEEPING_DAYS.kept_pasts} days after the deletion, without your name, so that people invited by the same person can’t pass for strangers when they replace each other's tickets.`,
  },
  {
    subject: 'What accounts share',
    tables: ['shared_marks'],
    what: 'Keyed hashes of the cards, school inboxes, email addresses, phone numbers and browsers that you used. For browsers, only the newest 20.',
    why: 'So that nobody uses a second account to vouch for themselves, to pay themselves or to leave a debt behind.',
    who: 'Nobody.',
    until: 'Until your account is deleted.',
  },
  {
    subject: 'What we keep of a deleted account',
    tables: ['kept_pasts'],
    what: 'Only if the account was banned, suspended as a seller, or its vouches were frozen; if tickets that it sold failed; or if it was paid for tickets in the last half year: keyed hashes of its cards, school inboxes, email addresses and phone numbers, and until when the ban and the freeze last.',
    why: 'So that a person who comes back under a new account still owes what the bank takes back from us, and so that deleting an account doesn’t undo a ban or a suspension.',
    who: 'Nobody. A hash can only be compared by our server.',
    until: `${KEEPING_DAYS.kept_pasts} days after the account was deleted.`,
  },
  {
    subject: 'Notifications',
    tables: ['notifications', 'push_subscriptions', 'notice_settings', 'notice_opt_outs'],
    what: 'The news that you got and whether you saw it, the address of each browser that shows push notifications with its keys, your quiet hours, which kinds you don’t want, and until when an open page of yours listens for news.',
    why: 'To tell you at once what happens to your tickets and nights.',
    who: 'You. The maker of your browser delivers push notifications but can’t read them.',
    until: `A notification for ${KEEPING_DAYS.notifications} days. A browser until you switch push notifications off or sign out there, or its maker reports that it is gone. The rest until your account is deleted.`,
  },
  {
    subject: 'Tickets that we offered you',
    tables: ['waitlist_offers'],
    what: 'Which tickets we offered to which waitlist entry, until when, and the answer.',
    why: 'So that each ticket is offered to one person at a time, in order.',
    who: 'You and our admins.',
    until: 'Until the event is deleted.',
  },
  {
    subject: 'Blocked people and reports',
    tables: ['blocks', 'chat_reports'],
    what: 'Who you have blocked. A message that you reported, with its text, your reason and our decision.',
    why: 'To keep you apart, and to act when someone breaks the rules.',
    who: 'You. Our admins see reports. The reported person isn’t told who reported.',
    until: 'A block until you lift it. A report until the event or your account is deleted.',
  },
  {
    subject: 'Facts about sellers',
    tables: ['seller_facts'],
    what: 'How many of your sales were handed over and how many weren’t, and how fast you answered requests.',
    why: 'So that buyers see measured facts instead of star ratings.',
    who: 'Everybody, where you sell tickets.',
    until: 'Until your account is deleted.',
  },
  {
    subject: 'Applications to sell',
    tables: ['reseller_applications'],
    what: 'The name, email address, phone number, Instagram handle and school of the form, our decision and a note about it.',
    why: 'To check sellers before their first ticket is on sale.',
    who: 'Our admins.',
    until: 'Until you ask us to delete the application. You can’t sell without it. An approval ends with your account.',
  },
  {
    subject: 'Tickets that you sell or ask for',
    tables: ['listings', 'ticket_requests', 'face_value_asks', 'squads', 'squad_cards', 'kept_cards'],
    what: 'The event, number and price of your tickets, each request with its times and its answer, and who sent it to whom. The squads that you plan or join, whether your card is authorized, and that you got home, if you say so. That you gave a card which pays at once for tickets that you look for; the card itself is only with our payment provider.',
    why: 'To hold tickets for one buyer at a time, and to settle a dispute.',
    who: 'Everyone sees what you have on sale, with your name and school. The other side of a request sees your name and whether your school is verified. Everybody with a squad’s link sees its night and its captain’s name, and the friends in it see each other’s names. Only friends with a ticket of the squad see who got home. Our admins see all of it.',
    until: `They stay as the record of the trade, and are deleted with the event. An event with sold tickets can’t be deleted. A week after the night, we forget that you asked for a price, and after ${KEEPING_DAYS.squads} days who was in a squad. A card that you gave is deleted, also by the payment provider, within minutes of the end of your search or of your purchase. We delete that you got home ${KEEPING_DAYS.home * 24} hours after the night.`,
  },
  {
    subject: 'Tickets that are handed over here',
    tables: ['ticket_files', 'listing_tickets', 'problems', 'seller_failures'],
    what: 'The ticket itself as an encrypted file, and a keyed hash of the code on it, from which the code can’t be computed. Pictures that prove a transfer or show a problem, also encrypted. What a buyer says is wrong, what the seller answers, how it was decided, and when a file was opened.',
    why: 'To give the ticket to the buyer alone, to refuse a ticket that is listed twice, and to put things right.',
    who: 'The buyer and the seller of the ticket each see their part. Our staff sees it if there is a problem.',
    until: `A file is destroyed ${KEEPING_DAYS.ticket_files} days after the night, or when a problem or a dispute about it is closed, whichever is later. A file that was never listed is destroyed a day after its upload. The rest stays as long as the payment.`,
  },
  {
    subject: 'The door of a night',
    tables: ['passes', 'given_tickets', 'waitlist_passes', 'scans', 'door_staff'],
    what: 'The public key of the phone that shows your pass, and when you took the pass to another phone. Which ticket you gave to a friend or got from one, a hash of its link, and when it was accepted, opened or ended. When and at which door you were let in, by whom, and whether that was undone. Who was invited to work at a door, and by whom.',
    why: 'So that nobody enters with a copy of your pass, and so that the seller is paid once you are in.',
    who: 'The organizers of the night and the people at its door see the names of expected people and who is in. Our admins see all of it. If you add a ticket to Google Wallet, Google learns which night it is for.',
    until:
      'Passes, tickets given to friends, and entries stay as long as the payment. The pass of somebody on the waitlist goes with the event. A person stays at the door of a night until they are removed, or the event is deleted.',
  },
  {
    subject: 'Payments',
    tables: [
      'payments',
      'handovers',
      'payouts',
      'payout_holds',
      'staff_asks',
      'seller_accounts',
      'refunds',
      'disputes',
      'provider_events',
      'ledger_accounts',
      'ledger_transfers',
    ],
    what: 'The price and the fees of tickets that you pay for, when your card was authorized and charged, the hand-over, what you say is wrong with a ticket, refunds, disputes, and what a seller was paid. We never see your card or your bank account. The payment provider holds them, and gives us its own ids.',
    why: 'To hold the money until the tickets are handed over, and to account for every cent.',
    who: 'You and the other side of the request see the status of the payment. The seller of tickets that you have paid for sees your email address until you have the tickets, to send them there, and reads what you say is wrong with them. Our admins see all of it.',
    until: `It stays, because we must be able to account for the money. The provider's messages to us are deleted after ${KEEPING_DAYS.provider_events} days.`,
  },
  {
    subject: 'Chat messages',
    tables: ['messages', 'sent_keys', 'mutes', 'name_erasures'],
    what: 'What you write, when, the name that you had then, and whether an admin has muted you in that chat.',
    why: 'So that people can talk about the event.',
    who: 'Everyone reads the messages. Only admins and the server know who is muted.',
    until: `Until the event is deleted. A chat keeps its newest ${KEPT_MESSAGES.toLocaleString('en-US')} messages. An admin can remove a message, which erases its text. Deleting an account takes its name off its messages within hours; their texts stay.`,
  },
  {
    subject: 'The work of organizers and admins',
    tables: [
      'audit_log',
      'ingest_deliveries',
      'events',
      'event_organizers',
      'event_messages',
      'event_series',
      'images',
      'launch_switches',
    ],
    what: 'Who changed what, with the values before and after. The values can name the person the change was about, such as a name on a waitlist. Which organizer made an event or a series, who is a co-organizer and who named them, which organizer wrote to a waitlist, uploaded an image or sent a delivery.',
    why: 'So that nobody can abuse these rights without a trace.',
    who: 'Our admins. Organizers see their own events and deliveries. The organizer and the co-organizers of an event see each other’s name and email address.',
    until: `The log of changes is kept for good, because nobody can change or shorten it. A co-organizer stays listed until they leave, are removed, or their account is deleted. A delivery is forgotten after ${KEEPING_DAYS.deliveries} days. The rest stays with the event.`,
  },
  {
    subject: 'Contacts of student clubs',
    tables: ['clubs'],
    what: 'The name, email address, phone number, website and Instagram handle of the club, and which admin changed it last.',
    why: 'To reach the people who run a night.',
    who: 'Our admins.',
    until: 'Until the club is deleted.',
  },
];
