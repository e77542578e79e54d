import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../use-api.ts';
import { proofFileQuery } from './money.queries.ts';

/**
 * A file that helps staff to decide about a sale. A script fetches the file, because a browser that loads an image from
 * its `src` does not send the session.
 */
export function ProofFile({ id, about }: { id: string; about: string }) {
  const api = useApi();
  const { data: file, error } = useQuery(proofFileQuery(api, id));
  if (error) return <p role="alert">{about} couldn’t be opened. It may be destroyed by now.</p>;
  if (!file) return <p className="muted">Opening {about}...</p>;
  return <Opened key={id} file={file} about={about} />;
}

function Opened({ file, about }: { file: Blob; about: string }) {
  const [address] = useState(() => URL.createObjectURL(file));
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {file.type.startsWith('image/') ? <img alt={about} src={address} /> : `Open ${about}`}
    </a>
  );
}
