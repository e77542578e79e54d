import type { RenderedPage } from '../../web/entry-server.tsx';
import { escapeHtml, headTags } from './head-tags.ts';
import { preloadTags } from './preload-tags.ts';

/** Puts a rendered page into the built `index.html`: head, markup, query cache, preload links. */
export async function fillShell(
  page: RenderedPage,
  at: { url: URL; assets: Fetcher; siteUrl: string; supportEmail: string; turnstileKey: string },
): Promise<Response> {
  const shell = await at.assets.fetch(new URL('/', at.url));
  const head = [
    // Joined as text, because a path with two slashes at its start would name another host when resolved.
    headTags(page.head, `${new URL(at.siteUrl).origin}${at.url.pathname}`),
    `<meta name="support-email" content="${escapeHtml(at.supportEmail)}">`,
    at.turnstileKey && `<meta name="turnstile-site-key" content="${escapeHtml(at.turnstileKey)}">`,
    await preloadTags(page.page, at),
  ].join('');
  const filled = new HTMLRewriter()
    .on('title', { element: (title) => void title.remove() })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('#root', { element: (root) => void root.setInnerContent(page.html, { html: true }) })
    .on('#query-cache', { element: (script) => void script.setInnerContent(page.cache.replaceAll('<', '\\u003c'), { html: true }) })
    .transform(shell);
  return new Response(filled.body, {
    status: page.status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-cache' },
  });
}
