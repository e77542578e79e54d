import { useParams } from '@tanstack/react-router';
import { DoorDesk } from '../../features/door/door/door-desk.tsx';
import s from '../../features/door/door/door.module.css';

/**
 * The door of a night, for its organizers and the people whom they invited. Links lead here by a full page load, which
 * allows the camera.
 */
export function DoorPage() {
  const { slug } = useParams({ from: '/door/$slug' });
  return (
    <section className={`wrap ${s.page}`}>
      <DoorDesk key={slug} slug={slug} />
    </section>
  );
}
