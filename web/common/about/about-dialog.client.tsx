import { useQuery } from '@tanstack/react-query';
import { BRAND, TAGLINE } from '../../../worker/contract/text/brand.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useApi } from '../../use-api.ts';
import { launchQuery } from '../launch/launch.queries.ts';
import s from './about.module.css';

function benefitsOf({ payments = false, handover = false, vouches = false }: Record<string, boolean>) {
  const badge = 'A badge marks students whose school is verified';
  return [
    ['Verified community', vouches ? `${badge}, and you see the mutuals you share with a seller.` : `${badge}.`],
    [
      'Safe swaps',
      payments
        ? 'Your money is held until you have the ticket.'
        : 'You agree with the seller on how the ticket changes hands.',
    ],
    [
      'Zero fakes',
      payments && handover
        ? 'We read the code of every ticket before it goes on sale, and again when you open the ticket.'
        : 'Only approved sellers can list tickets.',
    ],
    ['Built for speed', 'Made for the phone in your hand at the door.'],
  ] as const;
}

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { data: switches = {} } = useQuery(launchQuery(api));
  return (
    <Dialog title={BRAND} onClose={onClose}>
      <p className={s.lead}>{TAGLINE}</p>
      <ul className={s.list}>
        {benefitsOf(switches).map(([name, text]) => (
          <li key={name}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <form method="dialog">
        <button className="button primary">Got it</button>
      </form>
    </Dialog>
  );
}
