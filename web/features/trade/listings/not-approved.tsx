import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DialogButton, type DialogProps } from '../../../ui/dialogs/dialog-button.tsx';
import s from '../resale/resale.module.css';
import type { Application } from '../resale/resale.queries.ts';

const TEXTS: Record<Exclude<NonNullable<Application>, 'approved' | 'rejected'>, { title: string; text: string }> = {
  pending: {
    title: 'We are looking at your application',
    text: 'You can list tickets once it is approved. We tell you by email.',
  },
  needs_info: {
    title: 'We asked you for a little more',
    text: 'Reply to our email, and we go on with your application.',
  },
  suspended: {
    title: 'You cannot list tickets for now',
    text: 'Your reseller account is suspended, and what you had on sale is off it. Reply to our email, or write to us under Contact.',
  },
};

/** Says that a badge is needed before tickets can be listed. */
export function BadgeNeeded() {
  return (
    <div className={s.empty}>
      <h2>Selling needs a school badge</h2>
      <p>Prove your school inbox on your account page. It takes a minute. What you have on sale stays on sale.</p>
      <Link to="/account" hash="school" className="button primary">
        Prove my inbox
      </Link>
    </div>
  );
}

/** Says why this person cannot list tickets yet, and what to do next. `email` is the address of the account. */
export function NotApproved({ application, email }: { application: Application; email: string }) {
  const queryClient = useQueryClient();
  const told =
    application === null || application === 'approved' || application === 'rejected' ? null : TEXTS[application];
  if (told) {
    return (
      <div className={s.empty}>
        <h2>{told.title}</h2>
        <p>{told.text}</p>
      </div>
    );
  }
  // An application changes what this page shows.
  const onApplied = () => void queryClient.invalidateQueries({ queryKey: ['mine'] });
  return (
    <div className={s.empty}>
      <h2>Verified resellers sell here</h2>
      <p>
        Every seller is checked before their first ticket goes up. Apply with the address of this account,{' '}
        <b>{email}</b>: that is how we know you again.
      </p>
      <DialogButton className="button primary" load={loadApply} pass={{ onApplied }}>
        Become a Verified Ticket Reseller
      </DialogButton>
    </div>
  );
}

const loadApply = async () => {
  const { ResellerDialog } = await import('../../nights/waitlist/reseller-dialog.client.tsx');
  return function Apply({ onApplied, onClose }: DialogProps & { onApplied: () => void }) {
    return (
      <ResellerDialog
        onClose={() => {
          onApplied();
          onClose();
        }}
      />
    );
  };
};
