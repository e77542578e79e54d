import type { SquadMate, SquadView } from '../../../worker/contract/trade/squads.ts';

export const SQUAD_ID = '00000000-0000-4000-8000-000000000009';
export const SQUAD_TOKEN = `${SQUAD_ID}.${'a'.repeat(64)}`;

export const aMate = (id: string, over: Partial<SquadMate> = {}): SquadMate => ({
  id,
  name: `Friend ${id}`,
  is_captain: false,
  is_you: false,
  is_authorized: true,
  is_home: false,
  ...over,
});

export const aSquad = ({ you = {}, event = {}, ...over }: SquadCase = {}): SquadView => ({
  id: SQUAD_ID,
  link: null,
  state: 'gathering',
  why: null,
  captain: 'A roommate',
  places: 4,
  most_total: 30,
  pay_by: '2026-11-27T20:30:00.000Z',
  answer_by: null,
  home_until: null,
  joined: 2,
  authorized: 1,
  mates: [],
  you: { is_captain: false, card: null, card_url: null, request_id: null, total: null, ...you },
  event: {
    id: 'night',
    slug: 'night',
    title: 'Disco Deficit',
    start_at: '2026-11-28T03:00:00.000Z',
    end_at: null,
    venue: 'Blue Line',
    city: 'Boston',
    image_url: null,
    is_open: true,
    ...event,
  },
  ...over,
});

export interface SquadCase extends Partial<Omit<SquadView, 'you' | 'event'>> {
  you?: Partial<SquadView['you']>;
  event?: Partial<SquadView['event']>;
}
