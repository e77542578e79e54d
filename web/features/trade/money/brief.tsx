import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import s from '../../../admin-ui/admin.module.css';

/** Shows a sale in a list of the money desk. `children` adds a line, such as the reason why the sale is listed. */
export function Brief({
  request_id,
  event_title,
  buyer_email,
  seller_email,
  children,
}: {
  request_id: string;
  event_title: string;
  buyer_email: string | null;
  seller_email?: string | null;
  children: ReactNode;
}) {
  return (
    <div>
      <Link to="/admin/money/$id" params={{ id: request_id }}>
        {event_title}
      </Link>
      <div>{children}</div>
      <div className={s.small}>
        {buyer_email ?? 'A deleted account'} buys
        {seller_email === undefined ? '' : `, ${seller_email ?? 'a deleted account'} sells`}
      </div>
    </div>
  );
}
