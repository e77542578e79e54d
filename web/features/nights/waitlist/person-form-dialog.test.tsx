import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { setSession } from '../../../session/session.ts';
import { keepPersonDraft } from './person-draft.ts';
import { PersonFormDialog } from './person-form-dialog.tsx';

const TEXTS = { title: 'Join the Waitlist', submit: 'Join Waitlist', success: { title: '', text: '' }, failure: '' };
const LABELS = ['Full Name', 'Email Address', 'Phone Number', 'Instagram Handle', 'School / University'];

beforeEach(standInForPopups);

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function shown(): string[] {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PersonFormDialog
        form="waitlist.night"
        texts={TEXTS}
        intro={null}
        send={() => Promise.resolve()}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  return LABELS.map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
}

test('the form starts with a signed-in person’s name, address and school, and is empty for a visitor', () => {
  setSession({ status: 'signed_out' });
  expect(shown()).toEqual(['', '', '', '', '']);
  cleanup();
  const user = { id: 'me', email: 'me@vouch.test', name: 'A student', school: 'BU' };
  setSession({ status: 'signed_in', user, role: 'user', second_factor: false });
  expect(shown()).toEqual(['A student', 'me@vouch.test', '', '', 'BU']);
});

test('a draft from before a reload takes precedence over the account’s data', () => {
  const user = { id: 'me', email: 'me@vouch.test', name: 'A student' };
  setSession({ status: 'signed_in', user, role: 'user', second_factor: false });
  keepPersonDraft('waitlist.night', { name: '', email: 'other@vouch.test', phone: '1', instagram: '', school: '' });
  expect(shown()).toEqual(['', 'other@vouch.test', '1', '', '']);
});
