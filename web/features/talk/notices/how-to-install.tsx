import { LineDrawing } from '../../../ui/line-drawing.tsx';

export function HowToInstall() {
  return (
    <>
      <p>On an iPhone or iPad, push notifications only work in the installed app:</p>
      <ol>
        <li>
          Tap the Share button{' '}
          <LineDrawing>
            <path d="M10 12V2M6.5 5 10 1.8 13.5 5M6 8H4v10h12V8h-2" />
          </LineDrawing>{' '}
          in Safari.
        </li>
        <li>
          Choose “Add to Home Screen”{' '}
          <LineDrawing>
            <path d="M3 3h14v14H3zM10 6.5v7M6.5 10h7" />
          </LineDrawing>
          .
        </li>
        <li>Open Vouch from the Home Screen, and turn on push notifications in your account.</li>
      </ol>
    </>
  );
}
