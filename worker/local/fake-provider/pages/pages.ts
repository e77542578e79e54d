import { html } from 'hono/html';
import { controlPage, runControl } from './control-page.ts';
import type { Fake } from '../fake.ts';
import { dollars, leadTo, pageOf } from './page-frame.ts';

/**
 * Answers a request for a page of the fake provider. Refuses forms that another site sends. At `/control`, a developer
 * plays banks and sellers.
 */
export async function answerPage(fake: Fake, request: Request): Promise<Response> {
  const { pathname, searchParams, origin } = new URL(request.url);
  const isPost = request.method === 'POST';
  if (isPost && request.headers.get('Origin') !== origin)
    return pageOf('Refused', html`<p>This form is not from this site.</p>`, { status: 403 });
  const form = isPost ? new URLSearchParams(await request.text()) : null;
  const [, area, second = '', third = ''] = pathname.split('/');
  fake.tick();
  if (area === 'c' && second === 'pay')
    return form ? checkOut(fake, third, form) : checkoutPage(fake, third, searchParams);
  if (area === 'onboard') return onboard(fake, { id: searchParams.get('link') ?? '', account: second }, form);
  if (pathname === '/control') return form ? runControl(fake, form) : controlPage(fake, searchParams);
  if (pathname === '/') return leadTo('/control');
  return nothingHere();
}

const nothingHere = () =>
  pageOf('Nothing here', html`<p>There is no such page. Go to <a href="/control">the control page</a>.</p>`, {
    status: 404,
  });

async function checkoutPage(fake: Fake, id: string, query: URLSearchParams): Promise<Response> {
  const session = fake.state().sessions.get(id);
  if (!session) return nothingHere();
  const { view, title } = session;
  const back = view.cancel_url ?? view.success_url;
  if (view.status !== 'open') {
    const isPaid = view.status === 'complete';
    return pageOf(
      isPaid ? 'Already paid' : 'This checkout has ended',
      html`<p>${isPaid ? 'The card is authorized.' : 'Nothing was paid. Start again in the app.'}</p>
        <p><a href="${isPaid ? successOf(view) : (back ?? '/')}">Back to the app</a></p>`,
    );
  }
  const problem = query.has('declined') ? 'Your card was declined. Try again, or go back.' : null;
  if (view.mode === 'setup') return keepPage(title, problem);
  const amount = dollars(view.amount_total ?? 0);
  return pageOf(
    'Checkout',
    html`<p>${title}</p>
      <p class="amount">${amount}</p>
      <p>Your card is authorized now and charged later.</p>
      <form method="post" class="stack">
        <button name="card" value="ok" class="first">Pay ${amount}</button>
        <button name="card" value="declined">Card declined</button>
        <button name="card" value="none">Go back</button>
      </form>
      <p>If you close this tab, nothing is paid.</p>`,
    { problem },
  );
}

const keepPage = (says: string, problem: string | null) =>
  pageOf(
    'Keep a card',
    html`<p>${says}</p>
      <form method="post" class="stack">
        <button name="card" value="ok" class="first">Keep the card</button>
        <button name="card" value="refused_later">Keep a card that the bank refuses later</button>
        <button name="card" value="declined">Card declined</button>
        <button name="card" value="none">Go back</button>
      </form>`,
    { problem },
  );

function checkOut(fake: Fake, id: string, form: URLSearchParams): Response | Promise<Response> {
  const view = fake.state().sessions.get(id)?.view;
  if (!view) return nothingHere();
  if (view.status !== 'open') return leadTo(`/c/pay/${id}`);
  const card = form.get('card');
  if (card === 'ok' || card === 'declined' || (card === 'refused_later' && view.mode === 'setup')) {
    if (view.mode === 'setup') fake.act.keepCard(id, { card });
    else if (card !== 'refused_later') fake.act.pay(id, { card });
    return leadTo(card === 'declined' ? `/c/pay/${id}?declined=1` : successOf(view));
  }
  return leadTo(view.cancel_url ?? successOf(view));
}

const successOf = ({ id, success_url }: { id: string; success_url: string | null }) =>
  (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);

function onboard(
  fake: Fake,
  { id, account }: { id: string; account: string },
  form: URLSearchParams | null,
): Response | Promise<Response> {
  const link = fake.state().links.get(id);
  if (link?.account !== account) return nothingHere();
  if (link.expires_at * 1000 <= fake.now()) return leadTo(link.refresh_url);
  if (form) {
    if (form.get('to') === 'complete') fake.act.onboard(account);
    return leadTo(link.return_url);
  }
  const entries = fake.state().accounts.get(account)?.view.requirements?.entries ?? [];
  return pageOf(
    'Set up payouts',
    html`<p>${entries.length === 0 ? 'Everything is there.' : 'The provider asks for:'}</p>
      <ul>
        ${entries.map(({ description }) => html`<li><code>${description}</code></li>`)}
      </ul>
      <form method="post" class="stack">
        <button name="to" value="complete" class="first">Complete</button>
        <button name="to" value="incomplete">Leave incomplete</button>
      </form>`,
  );
}
