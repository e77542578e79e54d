import { useParams } from '@tanstack/react-router';
import { DoorDesk } from '../../features/door/door/door-desk.tsx';

/** Links to this page use a full page load, because only the headers of this page allow the camera. */
export function DoorPage() {
  const { slug } = useParams({ from: '/door/$slug' });
  return <DoorDesk key={slug} slug={slug} />;
}
