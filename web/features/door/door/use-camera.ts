import { type RefObject, useEffect, useRef, useState } from 'react';
import { readFrame } from '../../../code-reader/code-reader.ts';

const PAUSE_MS = 120;
/** The code that was read last is ignored until it has been out of view for this long, in ms. */
const SAME_MS = 2500;

export interface Camera {
  isOn: boolean;
  /** True after the camera could not be opened or read, for any reason. */
  isRefused: boolean;
  /** Null if the phone has no torch. */
  torch: boolean | null;
  start: () => void;
  stop: () => void;
  turnTorch: () => void;
}

/** The camera starts immediately. `onText` gets the text of each code that comes into view. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => Promise<void>): Camera {
  const latest = useRef(onText);
  const track = useRef<MediaStreamTrack>(undefined);
  const [isOn, setOn] = useState(true);
  const [isRefused, setRefused] = useState(false);
  const [torch, setTorch] = useState<boolean | null>(null);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const ended = new AbortController();
    const onTrack = (opened: MediaStreamTrack) => {
      track.current = opened;
      setRefused(false);
      setTorch(hasTorch(opened) ? false : null);
      // The track ends if another app takes the camera or the phone is locked.
      opened.addEventListener('ended', () => setOn(false), { signal: ended.signal });
    };
    const take = (text: string) => latest.current(text);
    void watch(video.current!, { signal: ended.signal, onTrack, take }).catch(() => {
      if (ended.signal.aborted) return;
      setRefused(true);
      setOn(false);
    });
    return () => {
      ended.abort();
      setTorch(null);
    };
  }, [video, isOn]);
  return {
    isOn,
    isRefused,
    torch,
    start: () => setOn(true),
    stop: () => setOn(false),
    turnTorch: () => {
      const advanced = [{ torch: !torch } as MediaTrackConstraintSet];
      void track.current?.applyConstraints({ advanced }).then(
        () => setTorch(!torch),
        () => setTorch(null),
      );
    },
  };
}

const hasTorch = (track: MediaStreamTrack) =>
  'getCapabilities' in track && (track.getCapabilities() as { torch?: boolean }).torch === true;

/** Reads frames until `signal` aborts. Throws if there is no camera. */
async function watch(
  video: HTMLVideoElement,
  {
    signal,
    onTrack,
    take,
  }: { signal: AbortSignal; onTrack: (track: MediaStreamTrack) => void; take: (text: string) => Promise<void> },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  onTrack(stream.getVideoTracks()[0]!);
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

/** Returns true if two codes belong to the same pass. A pass changes only the end of its code, every 30 seconds. */
const samePass = (one: string, other: string) => one.slice(0, 150) === other.slice(0, 150);
