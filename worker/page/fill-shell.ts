import type { RenderedPage } from '../../web/entry-server.tsx';
import { BUILD_ID } from '../http/build.ts';
import { policyWithOwn } from '../http/answers/security-headers.ts';
import { FIRST_TAP } from './first-tap.ts';
import { escapeHtml, headTags } from './head-tags.ts';
import { type PageFiles, pageFiles } from './page-files.ts';

/** Puts a rendered page into the shell. Scripts load after everything that the first paint needs. */
export async function fillShell(
  page: RenderedPage,
  at: { url: URL; assets: Fetcher; siteUrl: string; supportEmail: string; turnstileKey: string },
): Promise<Response> {
  const shell = await at.assets.fetch(new URL('/', at.url));
  const files = await pageFiles(page.page, at);
  const head = [
    files && tagsOf(files),
    // Joined as text, because a path with two slashes in front would resolve to another host.
    headTags(page.head, `${new URL(at.siteUrl).origin}${at.url.pathname}`),
    `<meta name="build" content="${BUILD_ID}">`,
    `<meta name="support-email" content="${escapeHtml(at.supportEmail)}">`,
    at.turnstileKey && `<meta name="turnstile-site-key" content="${escapeHtml(at.turnstileKey)}">`,
  ]
    .filter((tag) => tag)
    .join('');
  const filled = new HTMLRewriter()
    .on('title', { element: (title) => void title.remove() })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('head > link[rel="stylesheet"]', { element: (link) => void (files && link.remove()) })
    .on('head > link[rel="modulepreload"]', { element: last })
    .on('script[type="module"]', { element: last })
    .on('#root', { element: (root) => void root.setInnerContent(page.html, { html: true }) })
    .on('#query-cache', {
      element: (script) => void script.setInnerContent(page.cache.replaceAll('<', '\\u003c'), { html: true }),
    })
    .transform(shell);
  return new Response(filled.body, {
    status: page.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      ...(files && {
        'Content-Security-Policy': policyWithOwn({ TURNSTILE_SITE_KEY: at.turnstileKey }, files.sources),
      }),
    },
  });
}

/**
 * Each stylesheet link tells the page's code that this style is already in the page. The unknown type of the link keeps
 * the browser from loading the file. If the link were disabled instead, the browser might load the file.
 */
function tagsOf({ style, styles, scripts }: PageFiles): string {
  return [
    `<style>${style}</style>`,
    `<script>${FIRST_TAP}</script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" type="text/x-known">`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
  ].join('');
}

/** The markup needs no scripts, so they load after its font and pictures. */
const last = (tag: Element): void => void tag.setAttribute('fetchpriority', 'low');
