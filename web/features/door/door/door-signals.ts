import type { Shown } from './door-words.ts';

/** Frequency in Hz and start in seconds of each tone. */
const TONES: Record<Shown['tone'], readonly (readonly [number, number])[]> = {
  good: [
    [660, 0],
    [990, 0.12],
  ],
  known: [
    [330, 0],
    [330, 0.2],
  ],
  bad: [[160, 0]],
};
const VIBRATIONS: Record<Shown['tone'], number[]> = { good: [80], known: [120, 80, 120], bad: [400] };

let audio: AudioContext | undefined;

/** Some browsers allow sound only after a press on the page, so call this again at each press. */
export function allowSound(): void {
  if ('AudioContext' in globalThis) audio ??= new AudioContext();
  void audio?.resume();
}

export function signal(tone: Shown['tone']): void {
  if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[tone]);
  if (audio?.state !== 'running') return;
  for (const [frequency, at] of TONES[tone]) {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = frequency;
    gain.gain.value = 0.2;
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(audio.currentTime + at);
    oscillator.stop(audio.currentTime + at + (tone === 'bad' ? 0.5 : 0.1));
  }
}
