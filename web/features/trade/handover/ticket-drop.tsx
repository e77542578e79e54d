import { type DragEvent, useCallback, useId, useRef, useState } from 'react';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useListFocus } from '../resale/use-list-focus.ts';
import { CODE_NAMES } from './code-words.ts';
import s from './handover.module.css';
import type { DroppedTickets } from './use-dropped-tickets.ts';

const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.pkpass,application/pdf,image/png,image/jpeg,application/vnd.apple.pkpass';

export function TicketDrop({
  dropped,
  error,
  isBusy,
}: {
  dropped: DroppedTickets;
  error?: string | undefined;
  isBusy: boolean;
}) {
  const { tickets, notes, reading, sent } = dropped;
  const [isOver, setOver] = useState(false);
  const { list, keep } = useListFocus();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => void dropped.add([...(files ?? [])]);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };
  return (
    <div className={s.tickets}>
      <div
        className={s.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <label htmlFor={id}>Ticket files</label>
        <input
          id={id}
          ref={input}
          type="file"
          name="tickets"
          multiple
          accept={ACCEPTED}
          disabled={isBusy}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            take(target.files);
            target.value = '';
          }}
        />
        <p id={`${id}-hint`} className={s.small}>
          Choose or drop PDFs, screenshots, photos or pkpass files, up to 8 MB each. This device reads the codes. A
          reload keeps what you typed, but not the files.
        </p>
      </div>
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      <div aria-live="polite" className={s.notes}>
        {reading && <p>Reading {reading}</p>}
        {!reading && tickets.length > 0 && <p>{ticketCount(tickets.length)} found.</p>}
        {notes.map((note) => (
          <p key={note} className={s.note}>
            {note}
          </p>
        ))}
      </div>
      {tickets.length > 0 && (
        <ul ref={list} tabIndex={-1} className={s.found} aria-label="Tickets to list">
          {tickets.map(({ hash, format, name, page, code }) => (
            <li key={hash}>
              {code && <CodePicture code={code} />}
              <p>
                <b>{CODE_NAMES[format]}</b>
                <span className={s.small}>
                  {name}, page {page}
                </span>
              </p>
              <button
                type="button"
                className="button"
                disabled={isBusy}
                onClick={() => {
                  dropped.remove(hash);
                  if (tickets.length > 1) keep();
                  else input.current?.focus();
                }}
              >
                Remove
                <span className="sr">{` ${name}, page ${page}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {sent && (
        <p className={s.notes}>
          <label htmlFor={`${id}-sent`}>
            Uploading ticket {sent.number} of {tickets.length}
          </label>
          <progress id={`${id}-sent`} max={tickets.length} value={sent.number - 1 + sent.share} />
        </p>
      )}
    </div>
  );
}

function CodePicture({ code }: { code: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(code);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [code],
  );
  return <img ref={show} alt="" className={s.code} />;
}
