import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { requestOf } from '../../api.ts';
import { Alert } from '../../ui/alert.tsx';

interface MailLink {
  param?: 'token' | 'mail';
  act: (value: string) => Promise<unknown>;
  asks: { title: string; text: string; button: string };
  done: { title: string; text: string };
  failed: string;
  beside?: ReactNode;
}

const BROWSE = (
  <Link to="/events" className="button">
    Browse Events
  </Link>
);

/** The page that a link in a mail opens. Mail scanners open links too, so only the page's button changes anything. */
export function MailLinkPage({ param = 'token', act, asks, done, failed, beside = BROWSE }: MailLink) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[param];
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => act(typeof value === 'string' ? value : ''),
    retry: false,
  });
  return (
    <section className="wrap message">
      <h1>{isSuccess ? done.title : asks.title}</h1>
      {isSuccess ? <output>{done.text}</output> : <p>{asks.text}</p>}
      <Alert>{error && `${failed}${requestOf(error)}`}</Alert>
      <p className="row">
        {!isSuccess && (
          <button type="button" className="button primary" disabled={isPending} onClick={() => mutate()}>
            {asks.button}
          </button>
        )}
        <Fragment key={String(isSuccess)}>{isSuccess ? BROWSE : beside}</Fragment>
      </p>
    </section>
  );
}
