import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';

/** The page of the features behind launch switches. */
export const LAUNCH_AREA = lazyPage(() => import('./pages/staff/launch-area.client.tsx'), 'LaunchArea');

/** The routes of pages about a person and their account, and of pages for developers. */
export function makeOwnRoutes<Root extends AnyRoute>(root: Root) {
  /** A route that search engines do not list. */
  const own = <Path extends string>(path: Path, name: string, component: RouteComponent, more = {}) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      staticData: { name: () => name, hidden: true, ...more },
    });

  return [
    own(
      '/my-nights',
      'My nights',
      lazyPage(() => import('./pages/nights/my-plans-page.client.tsx'), 'MyPlansPage'),
    ),
    own(
      '/notifications',
      'Notifications',
      lazyPage(() => import('./pages/talk/notifications-page.client.tsx'), 'NotificationsPage'),
    ),
    own(
      '/pay/$requestId',
      'Payment',
      lazyPage(() => import('./pages/trade/pay-page.client.tsx'), 'PayPage'),
    ),
    own(
      '/offers/$offerId',
      'Offer',
      lazyPage(() => import('./pages/trade/offer-page.client.tsx'), 'OfferPage'),
    ),
    own(
      '/waitlist-mails-off',
      'Waitlist',
      lazyPage(() => import('./pages/nights/waitlist/waitlist-mails-off-page.client.tsx'), 'WaitlistMailsOffPage'),
    ),
    own(
      '/waitlist-confirm',
      'Waitlist',
      lazyPage(() => import('./pages/nights/waitlist/waitlist-confirm-page.client.tsx'), 'WaitlistConfirmPage'),
    ),
    own(
      '/waitlist-stay',
      'Waitlist',
      lazyPage(() => import('./pages/nights/waitlist/waitlist-stay-page.client.tsx'), 'WaitlistStayPage'),
    ),
    own(
      '/pass/$requestId',
      'Ticket',
      lazyPage(() => import('./pages/trade/ticket-page.client.tsx'), 'TicketPage'),
    ),
    own(
      '/door/$slug',
      'Door',
      lazyPage(() => import('./pages/door/door-page.client.tsx'), 'DoorPage'),
      { isFullScreen: true },
    ),
    own(
      '/with',
      'A ticket for you',
      lazyPage(() => import('./pages/trade/given-page.client.tsx'), 'GivenPage'),
    ),
    own(
      '/squad/$id',
      'Squad',
      lazyPage(() => import('./pages/trade/squad-page.client.tsx'), 'SquadPage'),
    ),
    own(
      '/wanted/$id',
      'Looking for tickets',
      lazyPage(() => import('./pages/trade/wanted-page.client.tsx'), 'WantedPage'),
    ),
    own(
      '/vouch',
      'Vouch',
      lazyPage(() => import('./pages/people/vouch-page.client.tsx'), 'VouchPage'),
    ),
    own('/payouts', 'Payouts', LAUNCH_AREA),
    own(
      '/reminders-off',
      'Reminders',
      lazyPage(() => import('./pages/nights/reminders-off-page.client.tsx'), 'RemindersOffPage'),
    ),
    own(
      '/auth',
      'Sign in or sign up',
      lazyPage(() => import('./pages/people/auth-page.client.tsx'), 'AuthPage'),
    ),
    own(
      '/login',
      'Sign in',
      lazyPage(() => import('./pages/people/login-page.client.tsx'), 'LoginPage'),
    ),
    own(
      '/account',
      'Account',
      lazyPage(() => import('./pages/people/account-page.client.tsx'), 'AccountPage'),
    ),
    own(
      '/forgot-password',
      'Forgot your password',
      lazyPage(() => import('./pages/people/forgot-password-page.client.tsx'), 'ForgotPasswordPage'),
    ),
    own(
      '/reset-password',
      'A new password',
      lazyPage(() => import('./pages/people/reset-password-page.client.tsx'), 'ResetPasswordPage'),
    ),
    own(
      '/two-factor',
      'Second factor',
      lazyPage(() => import('./pages/people/two-factor-page.client.tsx'), 'TwoFactorPage'),
    ),
    own(
      '/confirm',
      'Confirmation',
      lazyPage(() => import('./pages/people/confirm-page.client.tsx'), 'ConfirmPage'),
    ),
    own(
      '/whoami',
      'Who am I',
      lazyPage(() => import('./pages/people/whoami-page.client.tsx'), 'WhoamiPage'),
    ),
    own(
      '/test-events',
      'Test events',
      lazyPage(() => import('./pages/staff/test-events-page.client.tsx'), 'TestEventsPage'),
    ),
    own(
      '/show-env',
      'Environment',
      lazyPage(() => import('./pages/staff/show-env-page.client.tsx'), 'ShowEnvPage'),
    ),
  ];
}
