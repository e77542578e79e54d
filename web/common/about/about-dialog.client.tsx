import { BRAND, TAGLINE } from '../../../worker/contract/text/brand.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import s from './about.module.css';

const BENEFITS = [
  ['Verified community', 'Real students and mutuals, each checked before they buy or sell.'],
  ['Safe swaps with escrow', 'The money is held until the ticket changes hands.'],
  ['Zero fakes', 'Every listing and every seller is screened.'],
  ['Built for speed', 'Made for the phone in your hand at the door.'],
] as const;

export function AboutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={BRAND} onClose={onClose}>
      <p className={s.lead}>{TAGLINE}</p>
      <ul className={s.list}>
        {BENEFITS.map(([name, text]) => (
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
