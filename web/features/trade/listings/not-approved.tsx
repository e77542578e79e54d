import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogButton, type DialogProps } from '../../../ui/dialogs/dialog-button.tsx';
import { againText } from '../payouts/again-text.ts';
import type { Application } from '../resale/resale.queries.ts';
import '../../../common/stub.css';

const TEXTS: Record<Exclude<NonNullable<Application>, 'approved' | 'rejected'>, { title: string; text: string }> = {
  pending: {
    title: 'We’re reviewing your application',
    text: 'You can list tickets once it is approved. We’ll email you.',
  },
  needs_info: {
    title: 'We need a little more from you',
    text: 'Reply to our email so that we can continue with your application.',
  },
  suspended: {
    title: 'You can’t list tickets for now',
    text: 'Your reseller account is suspended, and your listings are off sale. Reply to our email, or write to us under Contact.',
  },
};

export function BadgeNeeded() {
  return (
    <div className="empty">
      <h2>Selling needs a school badge</h2>
      <p>Verify your school inbox on your account page. It takes a minute. Your current listings stay on sale.</p>
      <Link to="/account" hash="school" className="button primary">
        Verify my inbox
      </Link>
    </div>
  );
}

export function SettleFirst({ lists_again_at }: { lists_again_at: string | null }) {
  const [now] = useState(() => new Date());
  return (
    <div className="empty">
      <h2>You can’t list tickets for now</h2>
      <p>
        {againText(lists_again_at, now)} Your current listings stay on sale. If you think we got it wrong, write to us
        under Contact.
      </p>
      <Link to="/payouts" className="button primary">
        See what happened and what you owe
      </Link>
    </div>
  );
}

export function NotApproved({ application, email }: { application: Application; email: string }) {
  const queryClient = useQueryClient();
  const status =
    application === null || application === 'approved' || application === 'rejected' ? null : TEXTS[application];
  if (status) {
    return (
      <div className="empty">
        <h2>{status.title}</h2>
        <p>{status.text}</p>
      </div>
    );
  }
  // An application changes what this page shows.
  const onApplied = () => void queryClient.invalidateQueries({ queryKey: ['mine'] });
  return (
    <div className="empty">
      <h2>Verified resellers sell here</h2>
      <p>
        Every seller is checked before their first ticket goes up. Apply with this account’s email address,{' '}
        <b>{email}</b>, so we can match your application.
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
