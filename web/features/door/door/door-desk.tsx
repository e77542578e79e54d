import { RequireSignedIn } from '../../../session/gates.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import s from './door.module.css';
import { OpenDoor } from './open-door.tsx';
import { useDoor } from './use-door.ts';
import { useDarkPage } from './use-door-phone.ts';

export function DoorDesk({ slug }: { slug: string }) {
  const { book, state } = useDoor(slug);
  useDarkPage();
  const { list, connection, refusal } = state;
  if (refusal?.status === 401) return <RequireSignedIn>{<Alert>{refusal.message}</Alert>}</RequireSignedIn>;
  if (list && !refusal) return <OpenDoor book={book} state={state} list={list} />;
  return (
    <section className={`wrap ${s.closed}`}>
      <h1>Door</h1>
      {refusal ? (
        <Alert>{refusal.message}</Alert>
      ) : connection === 'asking' ? (
        <Loading />
      ) : (
        <Alert>
          This door has no list yet. Connect to the internet once to load it.{' '}
          <button type="button" className="button" onClick={() => void book.sync()}>
            Try again
          </button>
        </Alert>
      )}
      <p>
        <a href="/">Leave the door</a>
      </p>
    </section>
  );
}
