import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';

export const LAUNCH_AREA = lazyPage(() => import('./pages/staff/launch-area.client.tsx'), 'LaunchArea');

export function makeOwnRoutes<Root extends AnyRoute>(root: Root) {
  /** A route that search engines do not list. */
  const make = <Path extends string>(path: Path, name: string, component: RouteComponent, more = {}) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      staticData: { name: () => name, hidden: true, ...more },
    });
  const own = <Path extends string, Page extends string>(
    path: Path,
    name: string,
    page: Page,
    load: () => Promise<Record<Page, () => void>>,
    more = {},
  ) => make(path, name, lazyPage(load, page), more);

  return [
    own('/my-nights', 'My nights', 'MyPlansPage', () => import('./pages/nights/my-plans-page.client.tsx')),
    own(
      '/notifications',
      'Notifications',
      'NotificationsPage',
      () => import('./pages/talk/notifications-page.client.tsx'),
    ),
    own('/pay/$requestId', 'Payment', 'PayPage', () => import('./pages/trade/pay-page.client.tsx')),
    own('/offers/$offerId', 'Offer', 'OfferPage', () => import('./pages/trade/offer-page.client.tsx')),
    own(
      '/waitlist-mails-off',
      'Waitlist',
      'WaitlistMailsOffPage',
      () => import('./pages/nights/waitlist/waitlist-mails-off-page.client.tsx'),
    ),
    own(
      '/waitlist-confirm',
      'Waitlist',
      'WaitlistConfirmPage',
      () => import('./pages/nights/waitlist/waitlist-confirm-page.client.tsx'),
    ),
    own(
      '/waitlist-stay',
      'Waitlist',
      'WaitlistStayPage',
      () => import('./pages/nights/waitlist/waitlist-stay-page.client.tsx'),
    ),
    own('/pass/$requestId', 'Ticket', 'TicketPage', () => import('./pages/trade/ticket-page.client.tsx')),
    own('/door/$slug', 'Door', 'DoorPage', () => import('./pages/door/door-page.client.tsx'), { isFullScreen: true }),
    own('/with', 'A ticket for you', 'GivenPage', () => import('./pages/trade/given-page.client.tsx')),
    own('/squad/$id', 'Squad', 'SquadPage', () => import('./pages/trade/squad-page.client.tsx')),
    own('/wanted/$id', 'Looking for tickets', 'WantedPage', () => import('./pages/trade/wanted-page.client.tsx')),
    own('/vouch', 'Vouch', 'VouchPage', () => import('./pages/people/vouch-page.client.tsx')),
    make('/payouts', 'Payouts', LAUNCH_AREA),
    own(
      '/reminders-off',
      'Reminders',
      'RemindersOffPage',
      () => import('./pages/nights/reminders-off-page.client.tsx'),
    ),
    own('/auth', 'Sign in or sign up', 'AuthPage', () => import('./pages/people/auth-page.client.tsx')),
    own('/login', 'Sign in', 'LoginPage', () => import('./pages/people/login-page.client.tsx')),
    own('/account', 'Account', 'AccountPage', () => import('./pages/people/account-page.client.tsx')),
    own(
      '/forgot-password',
      'Forgot your password',
      'ForgotPasswordPage',
      () => import('./pages/people/forgot-password-page.client.tsx'),
    ),
    own(
      '/reset-password',
      'A new password',
      'ResetPasswordPage',
      () => import('./pages/people/reset-password-page.client.tsx'),
    ),
    own('/two-factor', 'Second factor', 'TwoFactorPage', () => import('./pages/people/two-factor-page.client.tsx')),
    own('/confirm', 'Confirmation', 'ConfirmPage', () => import('./pages/people/confirm-page.client.tsx')),
    own('/whoami', 'Who am I', 'WhoamiPage', () => import('./pages/people/whoami-page.client.tsx')),
    own('/test-events', 'Test events', 'TestEventsPage', () => import('./pages/staff/test-events-page.client.tsx')),
    own('/show-env', 'Environment', 'ShowEnvPage', () => import('./pages/staff/show-env-page.client.tsx')),
  ];
}
