import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useState } from 'react';
import { unwrap } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';

import { InstantSwitch } from './instant-switch.tsx';
import { PriceDialog } from './price-dialog.tsx';
import s from '../resale/resale.module.css';
import { type MyListing, TOUCHED } from '../resale/resale.queries.ts';
import { LISTING_STATUS } from '../../../common/words/status-words.ts';
import { useApi } from '../../../use-api.ts';
import { TicketStub } from '../resale/ticket-stub.tsx';
import { useListFocus } from '../resale/use-list-focus.ts';

const live = ({ status }: MyListing) => Number(LISTING_STATUS[status].mayWithdraw);

export function OwnListings({ listings, mayPrice }: { listings: readonly MyListing[]; mayPrice: boolean }) {
  const [priced, setPriced] = useState<MyListing>();
  const [toWithdraw, setToWithdraw] = useState<MyListing>();
  const { list, keep } = useListFocus();
  return (
    <>
      <ul ref={list} tabIndex={-1} className={s.list}>
        {listings
          .toSorted((a, b) => live(b) - live(a))
          .map((listing) => {
            const may = LISTING_STATUS[listing.status];
            return (
              <TicketStub
                key={listing.id}
                event={listing.event}
                standing={may}
                price={priceText(listing.ask_price)}
                note="each"
                actions={
                  may.mayWithdraw && (
                    <>
                      {may.mayPrice && mayPrice && (
                        <button type="button" className="button" onClick={() => setPriced(listing)}>
                          Change price<span className="sr"> of {listing.event.title}</span>
                        </button>
                      )}
                      <button type="button" className="button" onClick={() => setToWithdraw(listing)}>
                        Withdraw<span className="sr"> {listing.event.title}</span>
                      </button>
                    </>
                  )
                }
              >
                {listing.status !== 'sold' && (
                  <p>
                    {ticketCount(listing.quantity)} {may.mayWithdraw ? 'left' : 'not sold'}
                    {listing.held > 0 && `, ${listing.held} held for requests`}
                  </p>
                )}
                {may.mayPrice && mayPrice && <InstantSwitch listing={listing} />}
              </TicketStub>
            );
          })}
      </ul>
      {priced && <PriceDialog listing={priced} onClose={() => setPriced(undefined)} />}
      {toWithdraw && (
        <Withdraw
          listing={toWithdraw}
          onClose={() => {
            setToWithdraw(undefined);
            keep();
          }}
        />
      )}
    </>
  );
}

function Withdraw({ listing: { id, event, quantity, held }, onClose }: { listing: MyListing; onClose: () => void }) {
  const api = useApi();
  const withdraw = useAction(() => unwrap(api.listings[':id'].withdraw.$post({ param: { id } })), {
    reads: TOUCHED,
    done: () => showToast({ title: 'Off sale', text: event.title }),
  });
  return (
    <ConfirmDialog
      title="Take it off sale?"
      confirm="Withdraw"
      keep="Keep it on sale"
      isBusy={withdraw.isPending}
      onConfirm={() => withdraw.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{ticketCount(quantity + held)}</b> for <b>{event.title}</b> can no longer be requested.
        {held > 0 && ` The requests that hold ${held} of them are declined.`} To sell them later, list them again.
      </p>
    </ConfirmDialog>
  );
}
