import { imageKey } from '../../../../worker/contract/nights/images.ts';
import { previewPath } from '../../../../worker/contract/nights/preview-path.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { wantedNote } from '../../../../worker/contract/trade/offers/wanted.ts';
import type { ApiClient } from '../../../api.ts';
import { headOf, type PageHead } from '../../../head.ts';

/**
 * Builds the head of the page that shows a search for tickets, without the name of the person who searches. Returns
 * null if the API does not return the search, for example after the search has ended.
 */
export async function wantedHead(api: ApiClient, id: string): Promise<PageHead | null> {
  const answer = await api.wanted[':id'].$get({ param: { id } }).catch(() => null);
  if (!answer?.ok) return null;
  const wanted = await answer.json();
  const { venue: name, city, image_url, ...event } = wanted.event;
  const place = `${name}, ${city}`;
  return {
    ...headOf(
      `${wantedNote(wanted)}: ${event.title}`,
      `${event.title} at ${place}, ${longDate(event.start_at)}. Got tickets to spare? Sell them here.`,
    ),
    image: imageKey(image_url)
      ? `${image_url}?w=1600`
      : (image_url ?? previewPath({ ...event, venue: { name, city } })),
    hidden: true,
  };
}
