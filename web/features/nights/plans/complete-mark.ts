import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { setMark } from './set-mark.ts';
import { takeMark } from './waiting-mark.ts';

/** Saves the event or follows the venue that a visitor chose before signing in, if there is one. */
export async function completeMark(api: ApiClient, queryClient: QueryClient): Promise<void> {
  const mark = takeMark();
  if (!mark) return;
  try {
    await setMark(api, { ...mark, isMarked: true });
    showToast(
      mark.kind === 'event'
        ? { title: 'Saved', text: 'Find the night in My nights.' }
        : { title: 'Following', text: 'Find the venue in My nights.' },
    );
  } catch (error) {
    showToast({ title: 'Error', text: (error as Error).message, isDestructive: true });
  }
  await queryClient.invalidateQueries({ queryKey: ['mine'] });
}
