import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/** Reads an admin list page by page. The old rows stay on screen while the rows of a new filter load. */
export function usePages<P extends { next_cursor: string | null }>(
  key: readonly unknown[],
  read: (at: { cursor?: string }) => Promise<P>,
) {
  return useInfiniteQuery({
    queryKey: ['admin', ...key],
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
