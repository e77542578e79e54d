import type { RefObject } from 'react';
import type { DoorList } from '../../../../worker/contract/door/judge-pass.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { DoorState } from './door-book.ts';
import { DoorResult } from './door-result.tsx';
import { clock, type Shown } from './door-words.ts';
import s from './door.module.css';
import type { Camera } from './use-camera.ts';

export function DoorStage({
  state,
  list,
  inside,
  expected,
  video,
  camera,
  shown,
  onUndo,
  onType,
  onFocus,
}: {
  state: DoorState;
  list: DoorList;
  inside: number;
  expected: number;
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
  shown: Shown | null;
  onUndo: (() => void) | null;
  onType: () => void;
  onFocus: () => void;
}) {
  return (
    <div className={s.stage} onFocus={onFocus}>
      <video
        ref={video}
        className={s.video}
        hidden={!camera.isOn}
        muted
        playsInline
        aria-label="What the camera sees"
      />
      <header className={s.facts}>
        <h1>{list.event.title}</h1>
        <p>
          <b className={s.count}>{inside}</b> inside of {expected}
        </p>
        <Connection state={state} list={list} />
        {list.event.is_cancelled && <Alert>This night is canceled.</Alert>}
      </header>
      <div className={s.answer}>
        {camera.isRefused && (
          <p role="alert" className={s.refused}>
            We can’t use the camera. Allow it for this page in your browser settings, or type the code.{' '}
            <a href={location.pathname}>Reload this page</a>
          </p>
        )}
        <DoorResult shown={shown} onUndo={onUndo} />
        <p className={s.controls}>
          {!camera.isOn && (
            <button type="button" className="button primary" onClick={camera.start}>
              Scan with the camera
            </button>
          )}
          {camera.torch !== null && (
            <button type="button" className="button" aria-pressed={camera.torch} onClick={camera.turnTorch}>
              Light
            </button>
          )}
          <button type="button" className="button" aria-haspopup="dialog" onClick={onType}>
            Type a code
          </button>
        </p>
      </div>
    </div>
  );
}

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
