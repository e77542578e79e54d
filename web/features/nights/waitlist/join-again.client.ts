import { type ApiClient, unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { JOINED } from './joined-words.ts';

/** Joins a waitlist with the person's latest form. Returns false if there is no such form, or if joining failed. */
export async function joinAgain(api: ApiClient, entry: { event_id: string; places: number }): Promise<boolean> {
  const { is_joined } = await unwrap(api.waitlist.again.$post({ json: entry })).catch(() => ({
    is_joined: false,
  }));
  if (is_joined) showToast(JOINED);
  return is_joined;
}
