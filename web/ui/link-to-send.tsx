import { useState } from 'react';
import s from './link-to-send.module.css';

export function LinkToSend({ url, title, children }: { url: string; title: string; children: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setSaid('Link copied'),
      () => setSaid('Select the link and copy it.'),
    );
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <p>{children}</p>
      <code className={s.link}>{url}</code>
      <p className="row">
        <button type="button" className="button primary" onClick={() => void copy()}>
          Copy the link
        </button>
        {canShare && (
          <button
            type="button"
            className="button"
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
          >
            Share
          </button>
        )}
        <output>{said}</output>
      </p>
    </>
  );
}
