import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';

/** The page of each feature that has no route of its own. */
export const LAUNCH_AREA = lazyPage(() => import('./pages/launch-area.client.tsx'), 'LaunchArea');

/** The pages about a person and their account, and those for developers. */
export function makeOwnRoutes<Root extends AnyRoute>(root: Root) {
  /** A page that no search engine lists. */
  const own = <Path extends string>(path: Path, name: string, component: RouteComponent) =>
    createRoute({ getParentRoute: () => root, path, component, staticData: { name: () => name, hidden: true } });

  return [
    own(
      '/my-nights',
      'My nights',
      lazyPage(() => import('./pages/my-plans-page.client.tsx'), 'MyPlansPage'),
    ),
    own(
      '/notifications',
      'Notifications',
      lazyPage(() => import('./pages/notifications-page.client.tsx'), 'NotificationsPage'),
    ),
    own(
      '/pay/$requestId',
      'Payment',
      lazyPage(() => import('./pages/pay-page.client.tsx'), 'PayPage'),
    ),
    own(
      '/offers/$offerId',
      'Offer',
      lazyPage(() => import('./pages/offer-page.client.tsx'), 'OfferPage'),
    ),
    own(
      '/waitlist-mails-off',
      'Waitlist',
      lazyPage(() => import('./pages/waitlist-mails-off-page.client.tsx'), 'WaitlistMailsOffPage'),
    ),
    own(
      '/waitlist-confirm',
      'Waitlist',
      lazyPage(() => import('./pages/waitlist-confirm-page.client.tsx'), 'WaitlistConfirmPage'),
    ),
    own(
      '/waitlist-stay',
      'Waitlist',
      lazyPage(() => import('./pages/waitlist-stay-page.client.tsx'), 'WaitlistStayPage'),
    ),
    own(
      '/pass/$requestId',
      'Pass',
      lazyPage(() => import('./pages/pass-page.client.tsx'), 'PassPage'),
    ),
    own(
      '/door/$slug',
      'Door',
      lazyPage(() => import('./pages/door-page.client.tsx'), 'DoorPage'),
    ),
    own(
      '/vouch',
      'Vouch',
      lazyPage(() => import('./pages/vouch-page.client.tsx'), 'VouchPage'),
    ),
    own('/payouts', 'Payouts', LAUNCH_AREA),
    own(
      '/reminders-off',
      'Reminders',
      lazyPage(() => import('./pages/reminders-off-page.client.tsx'), 'RemindersOffPage'),
    ),
    own(
      '/auth',
      'Sign in or sign up',
      lazyPage(() => import('./pages/auth-page.client.tsx'), 'AuthPage'),
    ),
    own(
      '/login',
      'Sign in',
      lazyPage(() => import('./pages/login-page.client.tsx'), 'LoginPage'),
    ),
    own(
      '/account',
      'Account',
      lazyPage(() => import('./pages/account-page.client.tsx'), 'AccountPage'),
    ),
    own(
      '/forgot-password',
      'Forgot your password',
      lazyPage(() => import('./pages/forgot-password-page.client.tsx'), 'ForgotPasswordPage'),
    ),
    own(
      '/reset-password',
      'A new password',
      lazyPage(() => import('./pages/reset-password-page.client.tsx'), 'ResetPasswordPage'),
    ),
    own(
      '/two-factor',
      'Second factor',
      lazyPage(() => import('./pages/two-factor-page.client.tsx'), 'TwoFactorPage'),
    ),
    own(
      '/confirm',
      'Confirmation',
      lazyPage(() => import('./pages/confirm-page.client.tsx'), 'ConfirmPage'),
    ),
    own(
      '/whoami',
      'Who am I',
      lazyPage(() => import('./pages/whoami-page.client.tsx'), 'WhoamiPage'),
    ),
    own(
      '/test-events',
      'Test events',
      lazyPage(() => import('./pages/test-events-page.client.tsx'), 'TestEventsPage'),
    ),
    own(
      '/show-env',
      'Environment',
      lazyPage(() => import('./pages/show-env-page.client.tsx'), 'ShowEnvPage'),
    ),
  ];
}
