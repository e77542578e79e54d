import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { completeMark } from '../features/nights/plans/complete-mark.ts';
import { PASSES_KEPT, TICKETS_KEPT } from '../session/forget-kept.ts';
import { useSession, useUserId } from '../session/session.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import { scriptAddress } from '../script-address.ts';
import { sendWaitingForms } from '../features/nights/waitlist/form-outbox.ts';
import { useApi } from '../use-api.ts';

const loadOffer = () =>
  import('../features/people/auth/passkeys/passkey-offer.client.tsx').then((module) => module.PasskeyOffer);

const loadTonight = () => import('../features/trade/pass/tonight-link.client.tsx').then((module) => module.TonightLink);

export function AfterLoad() {
  const api = useApi();
  useEffect(() => {
    const flush = () => void sendWaitingForms(api);
    flush();
    addEventListener('online', flush);
    return () => removeEventListener('online', flush);
  }, [api]);
  useEffect(markTyping, []);
  // These styles must load after the first frame, so they are not in the same bundle as this component.
  useEffect(() => void import('./late-styles.client.ts').catch(() => undefined), []);
  const queryClient = useQueryClient();
  const session = useSession();
  const isIn = session.status === 'signed_in' && !session.second_factor;
  useEffect(() => {
    if (isIn) void completeMark(api, queryClient);
  }, [isIn, api, queryClient]);
  const userId = useUserId() ?? undefined;
  useEffect(() => {
    if (userId) void forgetTicketsOfOthers(userId);
  }, [userId]);
  useEffect(() => {
    if (!isIn || !userId) return undefined;
    const kept = import('../features/talk/notices/keep-news.ts').then(({ keepNews }) =>
      keepNews({ api, queryClient, userId }),
    );
    return () => void kept.then((stop) => stop());
  }, [isIn, userId, api, queryClient]);
  useEffect(() => {
    if ('serviceWorker' in navigator && !__IS_DEV__) void keepCopies();
  }, []);
  const offersPasskey = isIn && session.offers_passkey === true;
  return (
    <>
      {isIn && <LazyPart load={loadTonight} />}
      {offersPasskey && <LazyPart load={loadOffer} />}
    </>
  );
}

const TYPED = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=date], [type=range])';

/** Marks the page while a text field has the focus, so that the tab bar makes room for the keyboard. */
function mark(): void {
  document.documentElement.toggleAttribute('data-typing', document.activeElement?.matches(TYPED) === true);
}

function markTyping(): () => void {
  // During `focusout`, the next field does not have the focus yet.
  const later = () => void setTimeout(mark);
  addEventListener('focusin', mark);
  addEventListener('focusout', later);
  return () => {
    removeEventListener('focusin', mark);
    removeEventListener('focusout', later);
  };
}

async function keepCopies(): Promise<void> {
  try {
    await navigator.serviceWorker.register(scriptAddress(`/sw.js?v=${buildOfPage()}`));
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const seen = [location.pathname, ...new Set(files.filter((path) => /^\/assets\/.+\.(js|css|woff2)$/.test(path)))];
    active?.postMessage({ seen }, { transfer: [] });
    // A new build has a new cache, so the pages of opened tickets and passes are cached again.
    if ([TICKETS_KEPT, PASSES_KEPT].some((name) => localStorage.getItem(name) !== null))
      await (await import('./keep-ticket-pages.ts')).keepTicketPages();
  } catch {
    // Private windows refuse service workers. The site then works, except offline.
  }
}

/** Reads the build id from the page. Scripts do not contain this id, so the same source gives the same scripts. */
function buildOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
}

async function forgetTicketsOfOthers(userId: string): Promise<void> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return;
  const { forgetTickets } = await import('../features/trade/handover/kept-tickets.ts');
  await forgetTickets(({ user_id }) => user_id !== userId).catch(() => undefined);
}
