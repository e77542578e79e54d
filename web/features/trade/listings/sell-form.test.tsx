import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { keepSellDraft, readSellDraft, type SellDraft } from './sell-draft.ts';
import { SellForm } from './sell-form.tsx';

const ME = '00000000-0000-4000-8000-000000000004';
const NIGHT = {
  id: 'night',
  slug: 'night',
  title: 'Disco Deficit',
  start_at: '2030-01-01T03:00:00.000Z',
  venue_name: 'Blue Line',
};
const SOLD = { is_here: true, sales: 12, within_a_day: 9, low: 22, high: 28 };
let network: Mock<typeof fetch>;
let takesPayments = false;
let countsVouches = false;
let answers: (() => Promise<Response>)[];

beforeEach(() => {
  sessionStorage.clear();
  answers = [];
  takesPayments = false;
  countsVouches = false;
  network = vi.fn<typeof fetch>(async (input, init) => {
    if (init?.method === 'POST') return answers.shift()!();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const fees = { buyer_pct: 8, buyer_fixed: 0.5, seller_pct: 5 };
    if (pathname === '/api/launch')
      return Response.json({ switches: { payments: takesPayments, vouches: countsVouches }, fees });
    if (pathname.endsWith('/sold')) return Response.json({ sold: SOLD });
    const isList = pathname === '/api/events';
    return Response.json(
      isList
        ? { events: [], next_cursor: null }
        : { ...NIGHT, end_at: null, price_band: { min: 18, max: 30 }, listings: [] },
    );
  });
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

async function showStored() {
  const { app } = await testApp({ '/': () => <SellForm userId={ME} /> }, { network });
  render(app);
}

/** Shows the form after a reload, with a draft of two tickets at $20. */
async function show(draft: Partial<SellDraft> = {}) {
  keepSellDraft(ME, { key: 'the-key-of-the-draft', event: NIGHT, quantity: '2', price: '20', ...draft });
  await showStored();
  await screen.findByText('Inside the band');
  return { user: userEvent.setup(), list: () => screen.getByRole('button', { name: /^List/ }) };
}

const listed = async () =>
  Response.json({ id: 'listing', quantity: 2, ask_price: 20, status: 'active' }, { status: 201 });
const refused = (code: string, status: number, fields?: object) => async () =>
  Response.json({ error: { code, message: 'No.', request_id: 'r', fields } }, { status });
const posts = () => network.mock.calls.filter(([, init]) => init?.method === 'POST');
const sent = () =>
  posts().map(([, init]) => [
    new Headers(init?.headers).get('idempotency-key'),
    JSON.parse(init?.body as string) as unknown,
  ]);
const toastShown = (title: string) => waitFor(() => expect(toasts().map((toast) => toast.title)).toEqual([title]));
const body = { event_id: 'night', quantity: 2, ask_price: 20 };

test('a double click on the button sends the listing only once', async () => {
  const { user, list } = await show();
  answers.push(listed);
  await user.dblClick(list());
  await toastShown('On sale');
  expect(sent()).toEqual([['the-key-of-the-draft', body]]);
  expect(readSellDraft(ME)).toMatchObject({ event: null, price: '' });
  expect(readSellDraft(ME).key).not.toBe('the-key-of-the-draft');
});

test('the slider and the price field always show the same price, and the form shows past sales and the payout day', async () => {
  takesPayments = true;
  const { user } = await show();
  const slider = screen.getByRole('slider', { name: 'Fair price, as a slider' });
  expect(slider).toMatchObject({ value: '20', min: '18', max: '30' });
  fireEvent.change(slider, { target: { value: '27.5' } });
  const price = screen.getByLabelText('Price per ticket');
  expect(price).toMatchObject({ value: '27.5' });
  await user.clear(price);
  await user.type(price, '22.25');
  expect(slider).toMatchObject({ value: '22.25' });
  expect(await screen.findByText(/^Of the last 12 sales here, 9 came within a day/)).toBeTruthy();
  expect(screen.getByText('No tickets are on sale for this night yet.')).toBeTruthy();
  // The event ends early on Tuesday. Three days later, this week’s payout run is over, so the next one pays.
  expect(screen.getByText('If all goes well, we send you the money on Monday, January 7.')).toBeTruthy();
});

test('a second try after a lost connection sends the same idempotency key', async () => {
  const { user, list } = await show();
  answers.push(async () => Promise.reject(new TypeError('offline')), listed);
  await user.click(list());
  await toastShown('Error');
  await user.click(list());
  await toastShown('On sale');
  expect(sent()).toEqual([
    ['the-key-of-the-draft', body],
    ['the-key-of-the-draft', body],
  ]);
});

test('a changed draft whose earlier version was already listed is not listed again, and a toast says so', async () => {
  const { user, list } = await show();
  answers.push(refused('tickets.key_reused', 422));
  await user.clear(screen.getByLabelText('Price per ticket'));
  await user.type(screen.getByLabelText('Price per ticket'), '25');
  await user.click(list());
  await toastShown('Already on sale');
  expect(readSellDraft(ME).event).toBeNull();
});

test('the form checks price and quantity before sending, and shows the server’s refusal of a price', async () => {
  const { user, list } = await show();
  const price = screen.getByLabelText('Price per ticket');
  await user.clear(price);
  await user.type(price, '31');
  await user.clear(screen.getByLabelText('Quantity'));
  await user.click(list());
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'From 1 to 20 tickets.',
    'Ask between $18.00 and $30.00, the price band of this night.',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Quantity'));
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Quantity'), '2');
  await user.clear(price);
  await user.type(price, '20');
  answers.push(refused('tickets.outside_band', 422, { ask_price: 'The band has moved.' }));
  await user.click(list());
  expect(await screen.findByText('The band has moved.')).toBeTruthy();
  expect(readSellDraft(ME).key).toBe('the-key-of-the-draft');
});

test.each(['{}', '[null]', 'half a dra', '{"key":1,"event":null,"quantity":"1","price":"20"}'])(
  'a malformed draft is dropped, and the form starts empty: %s',
  async (kept) => {
    sessionStorage.setItem(`vouch.sell.${ME}`, kept);
    expect(readSellDraft(ME).key).toMatch(/^[\da-f-]{36}$/);
    await showStored();
    expect(screen.getByLabelText('Night')).toMatchObject({ value: '' });
    expect(screen.getByLabelText('Quantity')).toMatchObject({ value: '1' });
    expect(screen.getByLabelText('Price per ticket')).toMatchObject({ value: '' });
  },
);

test('while payments are on, a seller can choose “sold at once” and reads what that means', async () => {
  takesPayments = true;
  const { user, list } = await show();
  const box = await screen.findByLabelText('Sold at once');
  expect(
    screen.getByText('Buyers get these tickets as soon as their card is authorized. You can’t decline.'),
  ).toBeTruthy();
  expect(screen.queryByText(/Nothing is sold until you say yes/)).not.toBeNull();
  await user.click(box);
  expect(screen.queryByText(/Nothing is sold until you say yes/)).toBeNull();
  expect(readSellDraft(ME).isInstant).toBe(true);
  answers.push(listed);
  await user.click(list());
  await toastShown('On sale');
  expect(sent()).toEqual([['the-key-of-the-draft', { ...body, is_instant: true }]]);
});

test('while vouches are on, a seller can list tickets for mutuals first', async () => {
  countsVouches = true;
  const { user, list } = await show();
  await user.click(await screen.findByLabelText('Mutuals first for 30 minutes'));
  expect(readSellDraft(ME).mutualsFirst).toBe(true);
  answers.push(listed);
  await user.click(list());
  await toastShown('On sale');
  expect(sent()).toEqual([['the-key-of-the-draft', { ...body, mutuals_first: true }]]);
});

test('while payments are off, the form does not mention “sold at once”', async () => {
  await show();
  expect(screen.queryByLabelText('Sold at once')).toBeNull();
  expect(screen.queryByLabelText('Mutuals first for 30 minutes')).toBeNull();
});

const says = (text: string) => waitFor(() => expect(screen.getByText(/You receive/).textContent).toBe(text));

test('while payments are on, the form shows for each typed price what the seller receives and what a buyer pays', async () => {
  takesPayments = true;
  const { user } = await show();
  await says('You receive $19.00 per ticket. Buyers pay $22.10 in all.');
  expect(screen.getByText('Fair price band $18.00 to $30.00, before fees')).toBeTruthy();
  const price = screen.getByLabelText('Price per ticket');
  await user.clear(price);
  expect(screen.queryByText(/You receive/)).toBeNull();
  await user.type(price, '25.50');
  await says('You receive $24.22 per ticket. Buyers pay $28.04 in all.');
  expect(screen.getByText(/you receive for/).parentElement!.textContent).toBe(
    '$48.44 you receive for 2 tickets at $25.50 each',
  );
});

test('while payments are off, the form mentions no fee', async () => {
  await show();
  expect(screen.queryByText(/receive|before fees/)).toBeNull();
  expect(screen.getByText('2 tickets at $20.00 each').parentElement!.textContent).toBe(
    '$40.00 2 tickets at $20.00 each',
  );
});

test('a seller can list tickets for one student, and reads how long the tickets are held for that student', async () => {
  answers = [
    async () =>
      Response.json({ ask_price: 20, refusal_until: new Date(Date.now() + 60_000).toISOString() }, { status: 201 }),
  ];
  await show({ wanted: { id: 'w1', name: 'Student', places: 2, most_each: 30 } });
  expect(screen.getByRole('heading', { name: 'List tickets for Student' })).toBeDefined();
  expect(
    screen.getByText('Student has the first 30 minutes to take these tickets. After that, they go to everybody.'),
  ).toBeDefined();
  await userEvent.setup().click(screen.getByRole('button', { name: 'List tickets' }));
  await waitFor(() => expect(toasts()[0]?.title).toMatch(/^Held for the student until /));
  expect(posts().map(([input]) => input)).toEqual(['http://vouch.test/api/wanted/w1/listings']);
});
