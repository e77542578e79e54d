import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import type { TicketFileView } from '../../../../worker/contract/trade/ticket-files.ts';
import { ApiError, refusalOf } from '../../../api.ts';
import { authHeader } from '../../../session/browser-session.ts';

/** Uploads a file. `onShare` gets the share of the file that has been sent, from 0 to 1. Throws an `ApiError`. */
export async function uploadFile(
  file: Blob,
  { purpose, onShare }: { purpose: FilePurpose; onShare?: (share: number) => void },
): Promise<TicketFileView> {
  const headers = await authHeader();
  // `fetch` does not report upload progress.
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<TicketFileView>();
  request.open('POST', `/api/ticket-files?purpose=${purpose}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onShare?.(loaded / total));
  request.addEventListener('error', () => reject(new ApiError('network', 0, 'No connection.')));
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    if (status === 201) resolve(JSON.parse(responseText) as TicketFileView);
    else void refusalOf({ status, json: async () => JSON.parse(responseText) as unknown }).then(reject);
  });
  request.send(file);
  return promise;
}
