import { useRef, useState } from 'react';
import type { DoorList, DoorPlace } from '../../../../worker/contract/door/judge-pass.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { Field } from '../../../ui/fields/field.tsx';
import type { DoorBook, DoorState, Taken } from './door-book.ts';
import { EarlyDialog, TypeCodeDialog } from './door-dialogs.tsx';
import { signal } from './door-signals.ts';
import { DoorStage } from './door-stage.tsx';
import { type Shown, wordsOf } from './door-words.ts';
import s from './door.module.css';
import { Conflicts, Evening, expectedOf, insideOf, LastEntries } from './evening.tsx';
import { GuestSearch } from './guest-search.tsx';
import { GuestSheet, scrollDoor } from './guest-sheet.tsx';
import { useCamera } from './use-camera.ts';
import { useDoorPhone } from './use-door-phone.ts';

interface Answer {
  words: Shown;
  nonces: readonly string[];
}

export function OpenDoor({ book, state, list }: { book: DoorBook; state: DoorState; list: DoorList }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [held, setHeld] = useState<{ again: () => Promise<void> } | null>(null);
  const isHeld = useRef(false);
  const screen = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { entries } = state;
  useDoorPhone();

  const show = (words: Shown, nonces: readonly string[] = []) => {
    signal(words.tone);
    setAnswer({ words, nonces });
    scrollDoor(screen.current, 'camera');
  };
  const run = async (check: () => Promise<Taken>): Promise<void> => {
    const { judged, nonces, held: why } = await check();
    if (judged) show(wordsOf(judged), nonces);
    if (why === 'closed') show(closedWords(list.event.start_at));
    if (why !== 'early') return;
    if (!isHeld.current) signal('known');
    isHeld.current = true;
    setHeld({ again: () => run(check) });
  };
  const endHold = () => {
    isHeld.current = false;
    setHeld(null);
  };
  const take = (text: string) => run(() => book.take(text));
  const letIn = (place: DoorPlace, count: number) => void run(() => book.takeByName(place, count));
  const undo = (nonces: readonly string[]) => {
    void book.undo(nonces);
    setAnswer(null);
  };
  const camera = useCamera(video, take);
  const [inside, expected] = [insideOf(entries), expectedOf(list.places)];
  return (
    <section ref={screen} className={s.screen}>
      <DoorStage
        state={state}
        list={list}
        inside={inside}
        expected={expected}
        video={video}
        camera={camera}
        shown={answer?.words ?? null}
        onUndo={answer && answer.nonces.length > 0 ? () => undo(answer.nonces) : null}
        onType={() => setTyping(true)}
        onFocus={() => scrollDoor(screen.current, 'camera')}
      />
      <GuestSheet screen={screen} about={`${Math.max(0, expected - inside)} to come`}>
        <Conflicts places={list.places} entries={entries} />
        <GuestSearch places={list.places} entries={entries} onLetIn={letIn} />
        <LastEntries places={list.places} entries={entries} onUndo={(nonce) => undo([nonce])} />
        <Evening entries={entries} />
        <section className={s.part} aria-labelledby="this-door">
          <h3 id="this-door">This door</h3>
          <DoorName name={state.name} onRename={(name) => void book.rename(name)} />
          <p className="row">
            {camera.isOn && (
              <button type="button" className="button" onClick={camera.stop}>
                Stop the camera
              </button>
            )}
            {/* A full page load, so that no other page keeps the permission to use the camera. */}
            <a className="button" href="/">
              Leave the door
            </a>
          </p>
        </section>
      </GuestSheet>
      {isTyping && <TypeCodeDialog onText={(text) => void take(text)} onClose={() => setTyping(false)} />}
      {held && (
        <EarlyDialog
          start_at={list.event.start_at}
          onConfirm={() => {
            book.allowEarly();
            endHold();
            void held.again();
          }}
          onClose={endHold}
        />
      )}
    </section>
  );
}

const closedWords = (start_at: string): Shown => ({
  tone: 'bad',
  word: 'Too early',
  name: null,
  reason: `Doors open on ${longDate(start_at)}. You can let people in from twelve hours before.`,
});

function DoorName({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  return (
    <Field
      label="Name of this door"
      maxLength={30}
      defaultValue={name}
      key={name}
      onBlur={({ target }) => target.value.trim() && onRename(target.value.trim())}
    />
  );
}
