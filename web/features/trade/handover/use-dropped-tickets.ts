import { useRef, useState } from 'react';
import type { OfferedTicket } from '../../../../worker/contract/trade/ticket-files.ts';
import { MOST_LISTED } from '../../../../worker/contract/trade/tickets.ts';
import { findTickets } from '../../../code-reader/code-reader.ts';
import type { FoundTicket } from '../../../code-reader/messages.ts';
import { uploadFile } from './upload-file.ts';

/** A ticket that was read from a chosen file. */
export interface DroppedTicket extends Pick<FoundTicket, 'hash' | 'format' | 'page'> {
  /** The name of the chosen file. */
  name: string;
  /** What is uploaded: the chosen file, or a picture of the page. */
  upload: Blob;
}

const FULL = `You can list ${MOST_LISTED} tickets at once. The others are left out.`;

/** The tickets in the files that a seller chose. They are read on this device and kept while the page is open. */
export function useDroppedTickets() {
  const [tickets, setTickets] = useState<readonly DroppedTicket[]>([]);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<string | null>(null);
  const [sent, setSent] = useState<{ number: number; share: number } | null>(null);
  const known = useRef<readonly DroppedTicket[]>([]);
  /** Uploaded files by the hash of their code, so that a second try sends nothing twice. */
  const fileIds = useRef(new Map<string, string>());

  const become = (next: readonly DroppedTicket[]) => {
    known.current = next;
    setTickets(next);
  };
  const note = (text: string) => setNotes((before) => [...before.filter((other) => other !== text), text]);
  const addFrom = (file: File, found: FoundTicket[]) => {
    for (const { hash, format, page, picture } of found) {
      const same = known.current.find((other) => other.hash === hash);
      if (same) note(`${file.name} holds the same ticket as ${same.name}. It is left out.`);
      else if (known.current.length >= MOST_LISTED) note(FULL);
      else become([...known.current, { hash, format, page, name: file.name, upload: picture ?? file }]);
    }
  };

  return {
    tickets,
    /** Why files or tickets were left out. */
    notes,
    /** The name of the file that is being read. */
    reading,
    /** The upload that is under way: the number of the ticket, and how much of it was sent. */
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
      become(known.current.filter((ticket) => ticket.hash !== hash));
    },
    clear: () => {
      setNotes([]);
      become([]);
    },
    /** Uploads what is not uploaded yet, and gives the tickets as the API takes them. */
    upload: async (): Promise<OfferedTicket[]> => {
      try {
        const offered: OfferedTicket[] = [];
        for (const [at, { hash, format, upload }] of known.current.entries()) {
          setSent({ number: at + 1, share: 0 });
          const file_id =
            fileIds.current.get(hash) ??
            (await uploadFile(upload, { purpose: 'ticket', onShare: (share) => setSent({ number: at + 1, share }) }))
              .id;
          fileIds.current.set(hash, file_id);
          offered.push({ file_id, code_hash: hash, code_format: format });
        }
        return offered;
      } finally {
        setSent(null);
      }
    },
    /** The stored files can no longer be used, so the next try uploads them again. */
    forgetUploads: () => fileIds.current.clear(),
  };
}

export type DroppedTickets = ReturnType<typeof useDroppedTickets>;
