import { useQuery } from '@tanstack/react-query';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { useSession } from '../../../session/session.ts';
import { useApi } from '../../../use-api.ts';
import { myDoorsQuery } from './live.queries.ts';
import s from './door-links.module.css';

/** The menu shows at most this many doors. The page Tonight lists all doors. */
const MOST = 3;

/** Links to the doors that an organizer or admin works tonight. Door staff find a link in their mail and on Tonight. */
export function DoorLinks({ isSeen }: { isSeen: boolean }) {
  const session = useSession();
  const isManager =
    session.status === 'signed_in' &&
    !session.second_factor &&
    (session.role === 'organizer' || session.role === 'admin');
  return isManager && isSeen ? <Doors userId={session.user.id} /> : null;
}

function Doors({ userId }: { userId: string }) {
  const api = useApi();
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: false });
  const { data: doors = [] } = useQuery({ ...myDoorsQuery(api, userId), enabled: switches?.handover === true });
  return doors.slice(0, MOST).map(({ slug, title }) => (
    // A full page load, because only a page loaded at the address of a door may use the camera.
    <a key={slug} href={`/door/${slug}`} className={s.door}>
      <span>Door: {title}</span>
    </a>
  ));
}
