import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../../api.ts';
import { textOfError } from '../../../session/auth-error-text.ts';
import { BEFORE_SIGN_OUT } from '../../../session/where-next.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useAuthAction } from '../auth/account/account.queries.ts';
import { deleteOwnUser } from '../auth/ask-auth.ts';
import s from './account.module.css';
import { AccountPart } from './account-sections.tsx';

export function OwnData() {
  return (
    <>
      <AccountPart title="Download my data">
        <Download />
      </AccountPart>
      <AccountPart title="Delete my account">
        <Deletion />
      </AccountPart>
    </>
  );
}

function Download() {
  const api = useApi();
  const download = useAction(() => unwrap(api.my.data.$get()), {
    done: (data) => saveFile({ name: 'vouch-data.json', text: JSON.stringify(data, null, 2) }),
    reads: [],
  });
  return (
    <>
      <p>One file with everything we store about you. The file also lists what is left out, and why.</p>
      <button type="button" className="button" disabled={download.isPending} onClick={() => download.mutate(undefined)}>
        {download.isPending ? 'Collecting…' : 'Download my data'}
      </button>
    </>
  );
}

function saveFile({ name, text }: { name: string; text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** True if the server refused to delete the account, because a sale is not settled yet or the person owes us money. */
const isRefused = (error: Error | null) => error !== null && 'status' in error && error.status === 409;

function Deletion() {
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const end = useAuthAction(async ({ auth }) => {
    await deleteOwnUser();
    await navigate({ to: BEFORE_SIGN_OUT });
    // The server has already ended the session. This clears it in the browser.
    await auth.signOut({ scope: 'local' });
    showToast({ title: 'Account deleted', text: 'We’ve emailed you a confirmation.' });
  });
  const remove = () => {
    setAsks(false);
    end.mutate();
  };
  return (
    <>
      <p>This can’t be undone. It takes effect at once, on every device.</p>
      <Alert>{end.error && textOfError(end.error)}</Alert>
      {isRefused(end.error) && (
        <p className="row">
          <Link className="button" to="/my-tickets">
            My tickets
          </Link>
          <Link className="button" to="/payouts">
            Payouts
          </Link>
        </p>
      )}
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        disabled={end.isPending}
        onClick={() => setAsks(true)}
      >
        {end.isPending ? 'Deleting…' : 'Delete my account'}
      </button>
      {asks && (
        <ConfirmDialog
          title="Delete your account"
          confirm="Delete"
          keep="Keep it"
          isBusy={false}
          onConfirm={remove}
          onClose={() => setAsks(false)}
        >
          <p>
            Your name, address, school and badge are erased, with your saved nights, vouches, blocks and notifications.
            Your tickets on sale are withdrawn, and your open requests end.
          </p>
          <p>What stays:</p>
          <ul className={s.stays}>
            <li>Sales, purchases and payments, without your name, because we must account for the money.</li>
            <li>Chat messages, with the name that you had then. An admin can remove one.</li>
            <li>Entries on waitlists and an application to sell, until you ask us to delete them.</li>
            <li>Debts, bans and failed sales, for two years. Your approval to sell ends.</li>
          </ul>
          <p>
            You can’t delete your account while you owe money, have a payout coming, are waiting for tickets you paid
            for, or have a payment in dispute.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
