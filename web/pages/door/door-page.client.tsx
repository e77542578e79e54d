import { useParams } from '@tanstack/react-router';
import { DoorDesk } from '../../features/door/door/door-desk.tsx';
import s from '../../features/door/door/door.module.css';

/**
 * The door of an event, for its organizers and the people they invited. Links to this page use a full page load,
 * because only this page may use the camera.
 */
export function DoorPage() {
  const { slug } = useParams({ from: '/door/$slug' });
  return (
    <section className={`wrap ${s.page}`}>
      <DoorDesk key={slug} slug={slug} />
    </section>
  );
}
