import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { RemindersOffPage } from './reminders-off-page.client.tsx';
import { WaitlistMailsOffPage } from './waitlist/waitlist-mails-off-page.client.tsx';
import { WaitlistStayPage } from './waitlist/waitlist-stay-page.client.tsx';

afterEach(cleanup);

test.each([
  ['turns reminders off', RemindersOffPage, 'token', 'Turn reminders off', '/api/reminders/stop', 'Reminders are off'],
  [
    'stops mails from an organizer',
    WaitlistMailsOffPage,
    'mail',
    'Turn emails off',
    '/api/waitlist/messages/stop',
    'These emails are off',
  ],
  [
    'keeps a place on the waitlist',
    WaitlistStayPage,
    'token',
    'Yes, I still want to come',
    '/api/waitlist/stay',
    'You are back in line',
  ],
] as const)('the page %s only when its button is pressed', async (_what, Page, param, button, path, title) => {
  const network = vi.fn<typeof fetch>(async () => Response.json({}));
  const { app } = await testApp({ '/link': Page }, { at: `/link?${param}=from-the-mail`, network });
  render(app);
  const press = await screen.findByRole('button', { name: button });
  expect(network).not.toHaveBeenCalled();
  await userEvent.click(press);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(network.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : input))).toEqual([
    expect.objectContaining({ pathname: path, search: `?${param}=from-the-mail` }),
  ]);
});
