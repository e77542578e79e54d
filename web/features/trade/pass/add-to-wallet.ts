import { type ApiClient, ApiError, refusalOf, unwrap } from '../../../api.ts';

export type Wallet = 'apple' | 'google';

/** Returns the URL that adds one ticket to a wallet. For Apple, it is a blob URL of the pass. Throws an `ApiError`. */
export async function walletAddress(
  api: ApiClient,
  { id, ticket, wallet }: { id: string; ticket: number; wallet: Wallet },
): Promise<string> {
  const asked = { param: { id }, query: { ticket: String(ticket) } };
  const routes = api['ticket-requests'][':id'].wallet;
  if (wallet === 'google') return (await unwrap(routes.google.$get(asked))).url;
  const answer = await routes.apple.$get(asked).catch(() => {
    throw new ApiError('network', 0, 'No connection.');
  });
  if (!answer.ok) throw await refusalOf(answer);
  return URL.createObjectURL(await answer.blob());
}
