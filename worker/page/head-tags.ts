import type { PageHead } from '../../web/entry-server.tsx';
import { BRAND } from '../contract/text/brand.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);
}

export function headTags(head: PageHead, canonical: string): string {
  const description = head.description.replace(/\s+/g, ' ').slice(0, 200);
  const image = head.image ? new URL(head.image, canonical).href : new URL('/og.png', canonical).href;
  const named = {
    description,
    'twitter:card': 'summary_large_image',
    'twitter:title': head.title,
    'twitter:description': description,
    'twitter:image': image,
  };
  const og = {
    'og:site_name': BRAND,
    'og:type': 'website',
    'og:title': head.title,
    'og:description': description,
    'og:url': canonical,
    'og:image': image,
  };
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    ...(head.hidden
      ? ['<meta name="robots" content="noindex">']
      : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
    ...Object.entries(og).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    ...(head.structured
      ? [`<script type="application/ld+json">${JSON.stringify(head.structured).replaceAll('<', '\\u003c')}</script>`]
      : []),
  ].join('');
}
