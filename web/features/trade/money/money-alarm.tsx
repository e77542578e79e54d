import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasMoney } from '../../../admin-ui/use-has-money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useApi } from '../../../use-api.ts';
import { moneyQuery } from './money.queries.ts';

export function MoneyAlarm() {
  const api = useApi();
  const hasMoney = useHasMoney(true);
  const { data } = useQuery({ ...moneyQuery(api), enabled: hasMoney });
  if (!data?.alarm) return null;
  return (
    <Alert>
      {data.alarm} <Link to="/admin/money">Open the Money page</Link>
    </Alert>
  );
}
