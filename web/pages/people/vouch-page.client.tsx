import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api.ts';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Stamp } from '../../ui/stamp.tsx';
import { useApi } from '../../use-api.ts';

/** Opening the page changes nothing. */
export function VouchPage() {
  return (
    <RequireSignedIn>
      <VouchOfLink />
    </RequireSignedIn>
  );
}

function VouchOfLink() {
  const api = useApi();
  const router = useRouter();
  // The token is behind the #, so it reaches the server only in the body of a request.
  const [token] = useState(() => router.latestLocation.hash);
  const switches = useSwitches();
  const isOn = switches?.vouches ?? false;
  const { data: voucher, error } = useQuery({
    queryKey: ['mine', 'vouch-link', token],
    enabled: isOn && token !== '',
    queryFn: () => unwrap(api.my['vouch-links'].look.$post({ json: { token } })),
    retry: false,
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: () => unwrap(api.my['vouch-links'].accept.$post({ json: { token } })),
    retry: false,
  });
  if (!switches) return <Loading />;
  if (!isOn) return <Message title="Vouches are switched off for now">Keep the link and open it again later.</Message>;
  if (token === '') return <Message title="This link doesn’t work">Ask the person who sent it for a new one.</Message>;
  if (!voucher && !error) return <Loading />;
  const name = voucher?.display_name ?? 'A student';
  if (accept.isSuccess)
    return <Message title={`${name} vouches for you`}>You’ll find it under Vouches on your account page.</Message>;
  if (!voucher) return <Message title="This link doesn’t work">{error?.message}</Message>;
  if (voucher.is_own)
    return <Message title="This is your own link">Send it to the person you want to vouch for.</Message>;
  return (
    <section className="wrap message">
      <h1>{name} wants to vouch for you</h1>
      <p>
        {voucher.school} {voucher.has_badge && <Stamp>Student Verified</Stamp>}
      </p>
      <p>Accept only if you know this person. They can revoke their vouch at any time.</p>
      <Alert>{accept.error?.message}</Alert>
      <p className="row">
        <button type="button" className="button primary" disabled={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </button>
        <Link to="/" className="button">
          Not now
        </Link>
      </p>
    </section>
  );
}

function Message({ title, children }: { title: string; children: string | undefined }) {
  return (
    <section className="wrap message">
      <h1>{title}</h1>
      <output>{children}</output>
      <p className="row">
        <Link to="/account" hash="vouches" className="button">
          Your vouches
        </Link>
      </p>
    </section>
  );
}
