import { type ApiClient, unwrap } from '../../../api.ts';

/** A person marks an event to save it, or a venue to follow it. */
export type MarkKind = 'event' | 'venue';

/** A repeat changes nothing. */
export async function setMark(
  api: ApiClient,
  { kind, id, isMarked }: { kind: MarkKind; id: string; isMarked: boolean },
): Promise<{ is_marked: boolean }> {
  const marks = kind === 'event' ? api.my['saved-events'][':id'] : api.my['followed-venues'][':id'];
  const param = { id };
  return isMarked ? unwrap(marks.$put({ param })) : unwrap(marks.$delete({ param }));
}
