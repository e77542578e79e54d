import { useRef, useState } from 'react';
import type { ListedTicket } from '../../../../worker/contract/trade/ticket-files.ts';
import { MOST_LISTED } from '../../../../worker/contract/trade/tickets.ts';
import { findTickets } from '../../../code-reader/code-reader.ts';
import type { FoundTicket } from '../../../code-reader/messages.ts';
import { uploadFile } from './upload-file.ts';

export interface DroppedTicket extends Pick<FoundTicket, 'hash' | 'format' | 'page' | 'code'> {
  name: string;
  /** The upload: the chosen file or a picture of the page. */
  upload: Blob;
}

const FULL = `You can list up to ${MOST_LISTED} tickets at once. We left out the others.`;

/** The tickets in a seller's chosen files. This device reads the files and keeps the tickets while the page is open. */
export function useDroppedTickets() {
  const [tickets, setTickets] = useState<readonly DroppedTicket[]>([]);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<string | null>(null);
  const [sent, setSent] = useState<{ number: number; share: number } | null>(null);
  const known = useRef<readonly DroppedTicket[]>([]);
  /** The ids of uploaded files, by the hash of their code, so that a second try uploads no file twice. */
  const fileIds = useRef(new Map<string, string>());

  const setAll = (next: readonly DroppedTicket[]) => {
    known.current = next;
    setTickets(next);
  };
  const note = (text: string) => setNotes((before) => [...before.filter((other) => other !== text), text]);
  const addFrom = (file: File, found: FoundTicket[]) => {
    for (const { hash, format, page, picture, code } of found) {
      const same = known.current.find((other) => other.hash === hash);
      if (same) note(`${file.name} has the same ticket as ${same.name}, so we left it out.`);
      else if (known.current.length >= MOST_LISTED) note(FULL);
      else setAll([...known.current, { hash, format, page, code, name: file.name, upload: picture ?? file }]);
    }
  };

  return {
    tickets,
    notes,
    reading,
    /** The current upload: the number of the ticket, and the share of its file that is sent, 0 to 1. */
    sent,
    add: async (files: readonly File[]) => {
      setNotes([]);
      for (const file of files) {
        setReading(file.name);
        const found = await findTickets(file);
        if ('refusal' in found) note(`${file.name}: ${found.refusal}`);
        else addFrom(file, found);
      }
      setReading(null);
    },
    remove: (hash: string) => {
      setNotes([]);
      setAll(known.current.filter((ticket) => ticket.hash !== hash));
    },
    clear: () => {
      setNotes([]);
      setAll([]);
    },
    upload: async (): Promise<ListedTicket[]> => {
      try {
        const listed: ListedTicket[] = [];
        for (const [at, { hash, format, upload }] of known.current.entries()) {
          setSent({ number: at + 1, share: 0 });
          const file_id =
            fileIds.current.get(hash) ??
            (await uploadFile(upload, { purpose: 'ticket', onShare: (share) => setSent({ number: at + 1, share }) }))
              .id;
          fileIds.current.set(hash, file_id);
          listed.push({ file_id, code_hash: hash, code_format: format });
        }
        return listed;
      } finally {
        setSent(null);
      }
    },
    /** Call it when the server no longer accepts the uploaded files. The next try uploads the files again. */
    forgetUploads: () => fileIds.current.clear(),
  };
}

export type DroppedTickets = ReturnType<typeof useDroppedTickets>;
