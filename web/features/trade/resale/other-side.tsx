import { Stamp } from '../../../ui/stamp.tsx';
import s from './resale.module.css';
import type { MyRequest } from './resale.queries.ts';

export function OtherSide({ request: { role, other } }: { request: MyRequest }) {
  return (
    <p className={s.who}>
      <span>
        {role === 'buyer' ? 'From' : 'For'} <b>{other.display_name ?? 'A student'}</b>
      </span>
      {other.is_student_verified && <Stamp>Student Verified</Stamp>}
    </p>
  );
}

/** In dollars, rounded to the cent. */
export function totalOf({ quantity, offered_price }: Pick<MyRequest, 'quantity' | 'offered_price'>): number {
  return Math.round(quantity * offered_price * 100) / 100;
}
