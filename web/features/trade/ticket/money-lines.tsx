import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { Badge } from '../../../ui/badge.tsx';
import { keepMoney, type OwnPasses } from '../pass/own-passes.ts';
import { standingOf } from '../payments/payment-words.ts';
import { HandoverSteps } from '../problems/handover-steps.tsx';
import type { MyRequest } from '../resale/resale.queries.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import s from './ticket-screen.module.css';

export function MoneyLines({
  id,
  request,
  kept,
}: {
  id: string;
  request: MyRequest | undefined;
  kept: OwnPasses['money'];
}) {
  const now = useCurrentTime();
  const standing = request && standingOf(request, now);
  const text = standing?.next;
  useEffect(() => {
    if (text) void keepMoney(id, text).catch(() => undefined);
  }, [id, text]);
  if (!request || !standing) {
    return (
      kept && (
        <section className={s.money} aria-label="Your money">
          <p>{kept.text}</p>
          <p className="muted">As of {untilWhen(new Date(kept.at).toISOString(), now)}.</p>
        </section>
      )
    );
  }
  return (
    <section className={s.money} aria-label="Your money">
      <Badge tone={standing.tone}>{standing.word}</Badge>
      <p>{standing.next}</p>
      <div className={s.which}>
        <HandoverSteps request={request} now={now} />
        {request.payment && (
          <Link to="/pay/$requestId" params={{ requestId: id }} className="button">
            Receipt
          </Link>
        )}
      </div>
    </section>
  );
}
