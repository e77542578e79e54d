import { type ApiClient, unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { JOINED } from './joined-words.ts';

/**
 * Joins a waitlist with the data that this account sent in an earlier form. Returns false if there is no such form or
 * if joining failed, so that the caller opens the form.
 */
export async function joinAgain(api: ApiClient, entry: { event_id: string; places: number }): Promise<boolean> {
  const { is_joined } = await unwrap(api.waitlist.again.$post({ json: entry })).catch(() => ({
    is_joined: false,
  }));
  if (is_joined) showToast(JOINED);
  return is_joined;
}
