import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../../api.ts';
import { useUserId } from '../../../session/session.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { useApi } from '../../../use-api.ts';
import { MutualsLine } from './mutuals-line.tsx';
import { requestMutualsQuery } from './vouches.queries.ts';

interface OwnRequest {
  id: string;
  role: 'buyer' | 'seller';
  event: { title: string };
}

/** One call reads the mutuals of all ticket requests. `onDone` is called after the person has vouched. */
export function RequestMutuals({ request, onDone }: { request: OwnRequest; onDone: () => void }) {
  const api = useApi();
  const user_id = useUserId();
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: user_id !== null });
  const isOn = switches?.vouches === true;
  const { data } = useQuery(requestMutualsQuery(api, { user_id, isOn }));
  if (!isOn || !data) return null;
  return (
    <>
      <MutualsLine mutuals={data.requests[request.id]} person={otherSideOf(request)} />
      {data.vouchable.includes(request.id) && <VouchButton request={request} onDone={onDone} />}
    </>
  );
}

function VouchButton({ request, onDone }: { request: OwnRequest; onDone: () => void }) {
  const api = useApi();
  const person = otherSideOf(request);
  const vouch = useAction((request_id: string) => unwrap(api.my.vouches.$post({ json: { request_id } })), {
    reads: ['mine'],
    done: () => {
      onDone();
      showToast({
        title: `You vouch for the ${person}`,
        text: 'We’ll let them know. You can revoke it on your account page.',
      });
    },
  });
  return (
    <button type="button" className="button" disabled={vouch.isPending} onClick={() => vouch.mutate(request.id)}>
      Vouch for the {person}
      <span className="sr"> of the tickets for {request.event.title}</span>
    </button>
  );
}

const otherSideOf = ({ role }: OwnRequest) => (role === 'buyer' ? 'seller' : 'buyer');
