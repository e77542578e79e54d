import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { badgeWords } from '../../../../worker/contract/people/badge.ts';
import { eventDateParts, untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { proofEnd } from '../../../../worker/contract/people/school-year.ts';
import { unwrap } from '../../../api.ts';
import { AccountPart } from '../account/account-sections.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Stamp } from '../../../ui/stamp.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useApi } from '../../../use-api.ts';
import { AskForSchoolForm } from './ask-for-school-form.tsx';
import { CodeEntry, InboxForm } from './prove-inbox-forms.tsx';
import { type MySchool, schoolQuery, useSchoolStep } from './school.queries.ts';

export function SchoolCard({ userId }: { userId: string }) {
  const api = useApi();
  const { data: school, error } = useQuery(schoolQuery(api, userId));
  const [end] = useState(() => proofEnd(new Date()));
  if (!school) return error ? <Alert>{error.message}</Alert> : <p className="muted">Loading your badge…</p>;
  const { badge, code, asks } = school;
  // Proving the inbox again in the same school year would not extend the badge.
  const mayRenew = badge?.until ? end > new Date(badge.until) : true;
  return (
    <>
      {badge ? (
        <OwnBadge badge={badge} userId={userId} />
      ) : (
        <p>You need a badge to buy and sell, but not to read or to join a waitlist.</p>
      )}
      {code && (
        <AccountPart title="Enter the code">
          <p>
            We sent a six-digit code to your inbox at {code.school}. Enter it by {code.until && untilWhen(code.until)}.
          </p>
          <CodeEntry userId={userId} />
        </AccountPart>
      )}
      {mayRenew && (
        <AccountPart title={code ? 'No email?' : badge ? 'Verify your inbox again' : 'Verify your school inbox'}>
          <p className="muted">
            {code
              ? 'Check your spam folder first. After a minute you can ask for another code, also at another address.'
              : `We’ll send a code to your school address. Your badge will be valid until ${dayOf(end)}.`}
          </p>
          <InboxForm userId={userId} isAgain={code !== null} />
        </AccountPart>
      )}
      {!badge && (
        <AccountPart title="Is your school missing?">
          <Asks asks={asks} />
          <AskForSchoolForm key={asks.length} userId={userId} />
        </AccountPart>
      )}
    </>
  );
}

function OwnBadge({ badge, userId }: { badge: NonNullable<MySchool['badge']>; userId: string }) {
  const [isAsking, setAsking] = useState(false);
  const give = useSchoolStep(
    userId,
    (api) => unwrap(api.my.school.$delete()),
    () => {
      setAsking(false);
      showToast({ title: 'Badge given up' });
    },
  );
  return (
    <>
      <p>
        <Stamp>Student Verified</Stamp>
      </p>
      <p>
        {badge.school && <b>{badge.school}. </b>}
        {badgeWords({ badge_at: badge.proved_at })}.{' '}
        {badge.until
          ? `It’s valid until ${dayOf(badge.until)}. We’ll remind you two weeks before.`
          : 'It doesn’t expire.'}
      </p>
      {badge.until && (
        <p>
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Give up the badge
          </button>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Give up the badge?"
          confirm="Give it up"
          keep="Keep it"
          isBusy={give.isPending}
          onConfirm={() => give.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>You can’t buy or sell without a badge. Your inbox can then be used for another account.</p>
          <Alert>{give.error?.message}</Alert>
        </ConfirmDialog>
      )}
    </>
  );
}

const ASK_STATUS = {
  open: 'We’re reviewing it',
  added: 'Added. Enter your address above',
  declined: 'We couldn’t confirm it',
} as const;

function Asks({ asks }: { asks: MySchool['asks'] }) {
  if (asks.length === 0)
    return <p className="muted">Tell us its name and what follows the @ in its students’ addresses.</p>;
  return (
    <ul>
      {asks.map(({ name, domain, status }) => (
        <li key={domain}>
          <b>{name}</b> ({domain}): {ASK_STATUS[status]}
        </li>
      ))}
    </ul>
  );
}

function dayOf(instant: string | Date): string {
  const { month, day, year } = eventDateParts(new Date(instant).toISOString());
  return `${month} ${day}, ${year}`;
}
