import { useEffect, useRef, useState } from 'react';
import { readFrame } from '../../../code-reader/code-reader.ts';
import { allowSound } from './door-signals.ts';
import s from './door.module.css';

/** The pause between two frames. */
const PAUSE_MS = 120;
/** The same code is ignored for this long. */
const SAME_MS = 2500;

const REFUSED = 'We can’t use the camera. Allow it for this page in your browser settings, or type the code.';

/** Scans codes with the camera. `onText` gets the text of each code once. */
export function DoorCamera({ onText }: { onText: (text: string) => Promise<void> }) {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!isOn) {
    return (
      <div className={s.camera}>
        <button
          type="button"
          className="button primary"
          onClick={() => {
            allowSound();
            setProblem(undefined);
            setOn(true);
          }}
        >
          Scan with the camera
        </button>
        {problem && (
          <p role="alert">
            {problem} <a href={location.pathname}>Reload this page</a>
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={s.camera}>
      <Frames
        onText={onText}
        onFail={() => {
          setProblem(REFUSED);
          setOn(false);
        }}
      />
      <button type="button" className="button" onClick={() => setOn(false)}>
        Stop the camera
      </button>
    </div>
  );
}

function Frames({ onText, onFail }: { onText: (text: string) => Promise<void>; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onText, onFail });
  useEffect(() => {
    latest.current = { onText, onFail };
  });
  useEffect(() => {
    const shown = video.current!;
    const ended = new AbortController();
    void watch(shown, { signal: ended.signal, take: (text) => latest.current.onText(text) }).catch(() => {
      if (!ended.signal.aborted) latest.current.onFail();
    });
    return () => ended.abort();
  }, []);
  return <video ref={video} className={s.video} muted playsInline aria-label="What the camera sees" />;
}

/** Reads frames until `signal` aborts. Throws if there is no camera. */
async function watch(
  video: HTMLVideoElement,
  { signal, take }: { signal: AbortSignal; take: (text: string) => Promise<void> },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  let last = { text: '', at: 0 };
  while (!signal.aborted) {
    const [code] = await readFrame(await createImageBitmap(video));
    const isSame = code && samePass(code.text, last.text) && Date.now() - last.at < SAME_MS;
    if (code && !isSame) await take(code.text);
    if (code) last = { text: code.text, at: Date.now() };
    await new Promise((next) => setTimeout(next, PAUSE_MS));
  }
}

/** True if two codes belong to the same pass. Only the end of a code changes every 30 seconds. */
const samePass = (one: string, other: string) => one.slice(0, 150) === other.slice(0, 150);
