import { posterPath } from '../../contract/nights/poster-print.ts';

const FILE = /^\/posters\/\d+\/([a-z0-9-]{1,200}(?:~\d{1,3})?)\.svg$/;
const A_YEAR = 'public, max-age=31536000, immutable';
const A_MINUTE = 'public, max-age=60';

interface AskedPoster {
  name: string;
  isCurrent: boolean;
}

export function posterAsked(path: string): AskedPoster | null {
  const name = FILE.exec(path)?.[1];
  return name === undefined ? null : { name, isCurrent: posterPath(name) === path };
}

/** An outdated poster URL is answered with the current poster, but caches keep that answer for only a minute. */
export async function posterImage({ name, isCurrent }: AskedPoster): Promise<Response> {
  // Loaded with the first poster, not with the Worker.
  const { posterFile } = await import('./draw-poster.ts');
  return new Response(posterFile(name), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': isCurrent ? A_YEAR : A_MINUTE,
      'Content-Security-Policy': "default-src 'none'",
    },
  });
}
