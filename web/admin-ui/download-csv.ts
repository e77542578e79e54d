import { refusalOf } from '../api.ts';
import { authHeader } from '../session/browser-session.ts';

/** A link cannot send the session, so a script fetches the file. */
export async function downloadCsv(path: string, query: Record<string, string>): Promise<void> {
  const search = new URLSearchParams({ ...query, format: 'csv' });
  const answer = await fetch(`${path}?${search.toString()}`, { headers: await authHeader() });
  if (!answer.ok) throw await refusalOf(answer);
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(answer.headers.get('Content-Disposition'));
  link.click();
  URL.revokeObjectURL(url);
}

function fileNameOf(disposition: string | null): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'export.csv';
}
