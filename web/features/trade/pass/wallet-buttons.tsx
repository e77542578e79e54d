import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type Wallet, walletAddress } from './add-to-wallet.ts';
import { openWallet } from './open-wallet.ts';
import type { OwnPasses } from './own-passes.ts';
import s from './pass.module.css';

const WALLETS: [Wallet, string][] = [
  ['apple', 'Add to Apple Wallet'],
  ['google', 'Add to Google Wallet'],
];

/** `ticket` is the number of the ticket, from 1. */
export function WalletButtons({ id, ticket, wallets }: { id: string; ticket: number; wallets: OwnPasses['wallets'] }) {
  const api = useApi();
  const add = useAction((wallet: Wallet) => walletAddress(api, { id, ticket, wallet }), {
    done: openWallet,
    reads: [],
  });
  const shown = WALLETS.filter(([wallet]) => wallets[wallet]);
  if (shown.length === 0) return null;
  return (
    <div className={s.wallets}>
      <div className={s.which}>
        {shown.map(([wallet, label]) => (
          <button
            key={wallet}
            type="button"
            className="button"
            disabled={add.isPending}
            onClick={() => add.mutate(wallet)}
          >
            {label}
          </button>
        ))}
      </div>
      <p className="muted">
        The wallet reminds you of the night and links back to this page, which has the code for the door.
      </p>
    </div>
  );
}
