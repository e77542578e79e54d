import { useEffect, useState } from 'react';
import type { DoorList, DoorPlace, Judgement } from '../../../../worker/contract/door/judge-pass.ts';
import { readFrame } from '../../../code-reader/code-reader.ts';
import { RequireSignedIn } from '../../../session/gates.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import type { DoorBook, DoorState } from './door-book.ts';
import { DoorCamera } from './door-camera.tsx';
import { DoorResult } from './door-result.tsx';
import { allowSound, signal } from './door-signals.ts';
import { clock, type Shown, wordsOf } from './door-words.ts';
import s from './door.module.css';
import { Conflicts, Evening, LastEntries } from './evening.tsx';
import { GuestSearch } from './guest-search.tsx';
import { useDoor } from './use-door.ts';

/** The door of one event. Once opened, it also works offline. */
export function DoorDesk({ slug }: { slug: string }) {
  const { book, state } = useDoor(slug);
  const { list, connection, refusal } = state;
  if (refusal?.status === 401) return <RequireSignedIn>{<Alert>{refusal.message}</Alert>}</RequireSignedIn>;
  if (list && !refusal) return <OpenDoor book={book} state={state} list={list} />;
  return (
    <>
      <h1>Door</h1>
      {refusal ? (
        <Alert>{refusal.message}</Alert>
      ) : connection === 'asking' ? (
        <Loading />
      ) : (
        <NoList onRetry={() => void book.sync()} />
      )}
    </>
  );
}

function NoList({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert>
      This door has no list yet. Connect to the internet once to load it.{' '}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </Alert>
  );
}

function OpenDoor({ book, state, list }: { book: DoorBook; state: DoorState; list: DoorList }) {
  const [shown, setShown] = useState<{ words: Shown; nonces: readonly string[] } | null>(null);
  const { entries } = state;
  const show = ({ judged, nonces }: { judged: Judgement | null; nonces: readonly string[] }) => {
    if (!judged) return;
    const words = wordsOf(judged);
    signal(words.tone);
    setShown({ words, nonces });
  };
  const take = async (text: string) => show(await book.take(text));
  const letIn = async (place: DoorPlace, count: number) => {
    allowSound();
    show(await book.takeByName(place, count));
  };
  const undo = (nonces: readonly string[]) => {
    void book.undo(nonces);
    setShown(null);
  };
  usePreparedReader();
  return (
    <>
      <header className={s.part}>
        <h1>{list.event.title}</h1>
        <Connection state={state} list={list} />
        {list.event.is_cancelled && <Alert>This night is cancelled.</Alert>}
      </header>
      <DoorResult
        shown={shown?.words ?? null}
        onUndo={shown && shown.nonces.length > 0 ? () => undo(shown.nonces) : null}
      />
      <DoorCamera onText={take} />
      <TypedCode onText={take} />
      <GuestSearch places={list.places} entries={entries} onLetIn={(place, count) => void letIn(place, count)} />
      <Evening places={list.places} entries={entries} />
      <Conflicts places={list.places} entries={entries} />
      <LastEntries places={list.places} entries={entries} onUndo={(nonce) => undo([nonce])} />
      <DoorName name={state.name} onRename={(name) => void book.rename(name)} />
    </>
  );
}

/** Says whether the door is connected, how old its list is, and what is not sent yet. */
function Connection({ state: { connection, waiting, name }, list }: { state: DoorState; list: DoorList }) {
  const rest =
    waiting.length === 0
      ? 'All scans are sent.'
      : `${waiting.length} ${waiting.length === 1 ? 'scan' : 'scans'} not sent yet.`;
  return (
    <output className={s.state}>
      <Badge tone={connection === 'online' ? 'good' : connection === 'asking' ? 'plain' : 'bad'}>
        {connection === 'online' ? 'Connected' : connection === 'asking' ? 'Connecting' : 'No connection'}
      </Badge>{' '}
      Door {name}. List updated at {clock(list.made_at)}. {rest}
    </output>
  );
}

/** A field to type a code that the camera cannot read. */
function TypedCode({ onText }: { onText: (text: string) => Promise<void> }) {
  const [text, setText] = useState('');
  return (
    <form
      className={s.typed}
      onSubmit={(event) => {
        event.preventDefault();
        allowSound();
        if (text.trim()) void onText(text);
        setText('');
      }}
    >
      <Field
        label="Code of the pass"
        autoComplete="off"
        autoCapitalize="characters"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button">
        Check
      </button>
    </form>
  );
}

/** The name of this door. It shows staff which door let a person in. */
function DoorName({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  return (
    <section className={s.part} aria-labelledby="door-name">
      <h2 id="door-name">This door</h2>
      <Field
        label="Name of this door"
        maxLength={30}
        defaultValue={name}
        key={name}
        onBlur={({ target }) => target.value.trim() && onRename(target.value.trim())}
      />
    </section>
  );
}

/** Loads the code reader right away, so that it works when the door goes offline. */
function usePreparedReader(): void {
  useEffect(() => {
    if ('Worker' in globalThis && 'ImageData' in globalThis) void readFrame(new ImageData(1, 1));
  }, []);
}
