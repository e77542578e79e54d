import type { ReactNode } from 'react';
import { badgeWords } from '../../../../worker/contract/people/badge.ts';
import { type SellerCard, sellerWords } from '../../../../worker/contract/people/seller-facts.ts';
import { Stamp } from '../../../ui/stamp.tsx';
import s from './seller-line.module.css';

export interface Seller {
  id: string;
  display_name: string | null;
  school: string | null;
  /** Whether the badge is valid now. */
  is_student_verified: boolean;
  /** When the school inbox was proved, ISO 8601 UTC. Null if staff gave the badge. */
  badge_at?: string | null;
  /** Null if payments are off, no hand-over of the seller has ended, and the answer time is unknown. */
  facts?: SellerCard | null;
}

/** `said` is a few words about the listing. */
export function SellerLine({ seller, said, children }: { seller: Seller; said?: string; children?: ReactNode }) {
  const line = [seller.school, said].filter(Boolean).join(' · ');
  return (
    <div className={s.who}>
      <b>{seller.display_name ?? 'A student'}</b>
      {line && <span className="muted">{line}</span>}
      <SellerBadge seller={seller} />
      <SellerFacts seller={seller} />
      {children}
    </div>
  );
}

export function SellerBadge({
  seller: { is_student_verified, badge_at },
}: {
  seller: Pick<Seller, 'is_student_verified' | 'badge_at'>;
}) {
  if (!is_student_verified) return null;
  const stamp = <Stamp>Student Verified</Stamp>;
  if (badge_at === undefined) return stamp;
  return (
    <details className={s.badge}>
      <summary>{stamp}</summary>
      <span className="sr">:</span> {badgeWords({ badge_at })}
    </details>
  );
}

export function SellerFacts({ seller: { facts } }: { seller: Pick<Seller, 'facts'> }) {
  if (!facts) return null;
  const words = sellerWords(facts).join(' · ');
  return <span className={s.facts}>{words.charAt(0).toUpperCase() + words.slice(1)}</span>;
}
