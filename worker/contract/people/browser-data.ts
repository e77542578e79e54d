export const BROWSER_DATA: readonly { names: readonly string[]; what: string; until: string }[] = [
  {
    names: ['vouch-visitor'],
    what: 'A random number. It tells browsers on one network apart, so that one of them can’t use up the limits for all.',
    until: '30 days',
  },
  {
    names: ['vouch-bookmark'],
    what: 'When you last changed something that public pages show, so that you see it at once.',
    until: 'a minute',
  },
  {
    names: ['vouch-device'],
    what: 'That your account was opened in this browser before, so that strangers can’t lock you out.',
    until: '180 days',
  },
  {
    names: ['vouch-sign-up', 'vouch-oauth', 'vouch-returning', 'vouch-arrival'],
    what: 'That a sign-up or a sign-in began in this browser, so that it can only finish here.',
    until: 'an hour at most',
  },
  { names: ['vouch-session'], what: 'That you are signed in.', until: 'until you sign out' },
  {
    names: ['vouch.outbox'],
    what: 'A form that couldn’t be sent yet, so that it isn’t lost.',
    until: 'until it is sent',
  },
  {
    names: ['vouch.draft', 'vouch.sell', 'redirectAfterLogin'],
    what: 'What you have typed into a form, and the page to return to after signing in.',
    until: 'until the tab is closed',
  },
  {
    names: ['vouch.place'],
    what: 'The page that you left to sign in, how far you had scrolled, and the tickets that you were about to ask for.',
    until: 'until you are back, an hour at most',
  },
  {
    names: ['vouch.mark'],
    what: 'What you wanted to save or follow before you signed in, so that it is done once you are in.',
    until: 'until you have signed in',
  },
  {
    names: ['vouch.push'],
    what: 'If this browser shows push notifications: your account, the day and the address at which your browser receives them.',
    until: 'until you sign out or switch them off',
  },
  {
    names: ['vouch.asked-push'],
    what: 'When you said no to push notifications.',
    until: 'until you clear the data of this site',
  },
  {
    names: ['vouch-pass', 'vouch.passes', 'vouch.nights', 'vouch-door-list'],
    what:
      'Your passes for doors, a note that there are some, your next nights, and the key of this phone. If you work at ' +
      'a door: the list of the night.',
    until: 'until you sign out',
  },
  {
    names: ['vouch-door-scans'],
    what: 'If you work at a door: the name of the door, and scans that couldn’t be sent yet.',
    until: 'scans until they are sent',
  },
  {
    names: ['vouch-tickets', 'vouch.tickets'],
    what: 'Tickets that you have opened on this device, encrypted, so that they open offline, and a note that there are some.',
    until: 'until you sign out or the sale ends',
  },
  {
    names: ['vouch-<version>'],
    what: 'Copies of public pages, so that you can read them offline, and the tickets page without your data.',
    until: 'until the next version',
  },
];
