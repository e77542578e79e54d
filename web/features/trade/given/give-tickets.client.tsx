import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../../api.ts';
import { useUserId } from '../../../session/session.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { LinkToSend } from '../../../ui/link-to-send.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { vouchesQuery } from '../../people/vouches/vouches.queries.ts';
import type { OwnPasses } from '../pass/own-passes.ts';
import { type Friend, FriendDialog } from './friend-dialog.tsx';
import { type Given, givenQuery } from './given.queries.ts';
import s from './given.module.css';

export function GiveTickets({ request: { id, quantity, event }, kind }: { request: Bought; kind: OwnPasses['kind'] }) {
  const api = useApi();
  const user_id = useUserId() ?? '';
  const { data } = useQuery(givenQuery(api, { user_id, id }));
  const friends = useFriends(user_id);
  const [asked, setAsked] = useState<number>();
  const [link, setLink] = useState<{ position: number; name: string | null; url: string }>();
  const give = useAction(
    async ({ position, friend }: { position: number; friend?: Friend }) => {
      const json = { position, ...(friend && { vouch_id: friend.id }) };
      const { url } = await unwrap(api['ticket-requests'][':id'].given.$post({ param: { id }, json }));
      return { position, url, name: friend?.name ?? null };
    },
    {
      reads: ['mine'],
      done: (made) => {
        setAsked(undefined);
        setLink(made);
      },
    },
  );
  const takeBack = useAction((one: Given) => unwrap(api.given[':id'].$delete({ param: { id: one.id } })), {
    reads: ['mine'],
    done: () => {
      setLink(undefined);
      showToast({ title: 'Ticket taken back', text: 'The link no longer works.' });
    },
  });
  if (!data) return null;
  const { given, opened } = data;
  const isBusy = !friends || give.isPending || takeBack.isPending;
  return (
    <section className={s.part} aria-labelledby="friends">
      <h2 id="friends">Who has which ticket</h2>
      <p className="muted">
        Give each friend a ticket: they have the pass on their own phone. Refunds come to you, and you report problems.
        Once a friend has opened a ticket, only they can give it back.{kind && ALSO[kind]}
      </p>
      <ul className={s.friends}>
        {Array.from({ length: quantity }, (_, at) => at + 1).map((position) => {
          const one = given.find((each) => each.position === position);
          return (
            <li key={position}>
              <span dir="auto">
                Ticket {position}: <b>{holderOf(one)}</b>
                {!one && kind === 'file' && opened.includes(position) && ' (a friend has seen its code)'}
              </span>
              {one ? (
                one.may_take_back && (
                  <button type="button" className="button" disabled={isBusy} onClick={() => takeBack.mutate(one)}>
                    Take back<span className="sr"> ticket {position}</span>
                  </button>
                )
              ) : (
                <button
                  type="button"
                  className="button"
                  disabled={isBusy}
                  onClick={() => (friends?.length ? setAsked(position) : give.mutate({ position }))}
                >
                  Give to a friend<span className="sr"> ticket {position}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {link && given.some(({ position, is_accepted }) => position === link.position && !is_accepted) && (
        <LinkToSend key={link.url} url={link.url} title={`Your ticket for ${event.title}`}>
          {link.name
            ? `Only ${link.name} can take ticket ${link.position}, with this link.`
            : `Send this link to one friend. The first person who takes ticket ${link.position} has it. If you lose the link, take the ticket back and give it again.`}
        </LinkToSend>
      )}
      {friends && asked !== undefined && (
        <FriendDialog
          position={asked}
          friends={friends}
          isBusy={isBusy}
          onPick={(friend) => give.mutate({ position: asked, ...(friend && { friend }) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

const ALSO: Record<NonNullable<OwnPasses['kind']>, string> = {
  file: '',
  transfer: ' If the door scans the tickets in your email, send each friend theirs, too.',
  name_list: ' If the door works with a list, your friends give your name.',
};

export interface Bought {
  id: string;
  quantity: number;
  event: { title: string };
}

/** Undefined while loading. */
function useFriends(user_id: string): Friend[] | undefined {
  const api = useApi();
  const switches = useSwitches();
  const { data, isError } = useQuery({ ...vouchesQuery(api, user_id), enabled: switches?.vouches === true });
  if (!data && !isError && switches?.vouches !== false) return undefined;
  const all = data ? [...data.given, ...data.got.filter((vouch) => !vouch.goes_both_ways)] : [];
  const namesakes = (name: string) => all.filter(({ display_name }) => display_name === name).length;
  return all.flatMap(({ id, display_name: name, school }) => {
    if (!name) return [];
    return [{ id, name: school && namesakes(name) > 1 ? `${name}, ${school}` : name }];
  });
}

function holderOf(one: Given | undefined): string {
  if (!one) return 'you';
  if (one.is_accepted) return one.friend ?? 'A student';
  return one.friend ? `waits for ${one.friend} to take it` : 'waits for a friend to take it';
}
