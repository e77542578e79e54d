/** Pages that the server renders with their data. */
export const RENDERED = [
  ['/', '/events', '/events?city=Boston'],
  ['/events/headline-halloween', '/events/weekend-sessions', '/events/no-such-night'],
  ['/venues', '/venues/sample-ny', '/no/such/page'],
];
/** Pages that only the browser renders. */
export const DRAWN_IN_BROWSER = [
  [
    '/coming-soon',
    '/live',
    '/my-tickets',
    '/tickets',
    '/sell',
    '/whoami',
    '/test-events',
    '/show-env',
    '/waitlist-confirm',
    '/waitlist-stay',
    '/waitlist-mails-off',
    '/vouch',
    '/with',
    '/squad/no-such-squad',
  ],
  [
    '/auth',
    '/login',
    '/account',
    '/forgot-password',
    '/reset-password',
    '/two-factor',
    '/confirm',
    '/my-nights',
    '/reminders-off',
  ],
  [
    '/admin',
    '/admin/events',
    '/upload-event-images',
    '/admin/waitlist',
    '/admin/resellers',
    '/admin/venues',
    '/admin/clubs',
    '/admin/reports',
  ],
  ['/admin/people', '/admin/schools', '/admin/launch', '/admin/webhook-test', '/admin/audit', '/check'],
];
