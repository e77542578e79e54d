import { useParams } from '@tanstack/react-router';
import { DoorDesk } from '../../features/door/door/door-desk.tsx';

/** The page of the door. Links to it use a full page load, because only this page may use the camera. */
export function DoorPage() {
  const { slug } = useParams({ from: '/door/$slug' });
  return <DoorDesk key={slug} slug={slug} />;
}
