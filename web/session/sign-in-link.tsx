import { Link, type ParsedLocation, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { keepPlace } from './return-place.ts';
import { backFrom, stateFrom } from './where-next.ts';

/** A link to the sign-in page. After signing in, the person returns to the page with the link, as they left it. */
export function SignInLink() {
  const here = useRouterState({ select: ({ location }) => location });
  return (
    <Link to="/auth" state={stateFrom(backFrom(here))} onClick={() => leave(here)}>
      Sign in
    </Link>
  );
}

export function useSignIn(): () => void {
  const router = useRouter();
  return useCallback(() => void router.navigate({ to: '/auth', state: leave(router.latestLocation) }), [router]);
}

function leave(here: ParsedLocation): { from?: string } {
  const from = backFrom(here);
  if (from === here.href) keepPlace(from);
  return stateFrom(from);
}
