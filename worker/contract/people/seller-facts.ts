/**
 * `answers_*` counts the answered ticket requests by answer time, and `unanswered` those that expired without an
 * answer.
 */
export interface SellerCounts {
  events: number;
  received: number;
  failed: number;
  answers_5min: number;
  answers_1h: number;
  answers_4h: number;
  answers_longer: number;
  unanswered: number;
}

const ANSWER_TIMES = ['5min', '1h', '4h', 'longer', 'seldom'] as const;
type AnswerTime = (typeof ANSWER_TIMES)[number];

/** Facts about a seller that everybody sees. `worked` and `answers` are null with fewer than `FEWEST` cases. */
export interface SellerCard {
  events: number;
  /** Whether any hand-over was received or failed. */
  has_sold: boolean;
  /** The share of ended hand-overs that worked, in whole percent, rounded down. */
  worked: number | null;
  /** The time within which four out of five requests were answered. `seldom`: more than one in five got no answer. */
  answers: AnswerTime | null;
}

const FEWEST = 5;
/** The shown answer time is the shortest one within which at least this percentage of ticket requests was answered. */
const MOST = 80;

export const NO_COUNTS: SellerCounts = {
  events: 0,
  received: 0,
  failed: 0,
  answers_5min: 0,
  answers_1h: 0,
  answers_4h: 0,
  answers_longer: 0,
  unanswered: 0,
};

/** Returns the seller's card. Null if it has nothing to show and payments have not launched (`can_count` is false). */
export function sellerCard(counts: SellerCounts, can_count: boolean): SellerCard | null {
  const { events, received, failed } = counts;
  const ended = received + failed;
  const worked = ended >= FEWEST ? Math.floor((100 * received) / ended) : null;
  const card = { events, has_sold: ended > 0, worked, answers: answerTime(counts) };
  return can_count || card.has_sold || card.answers ? card : null;
}

function answerTime({
  answers_5min,
  answers_1h,
  answers_4h,
  answers_longer,
  unanswered,
}: SellerCounts): AnswerTime | null {
  const buckets = [answers_5min, answers_1h, answers_4h, answers_longer, unanswered];
  const asked = buckets.reduce((sum, count) => sum + count, 0);
  if (asked < FEWEST) return null;
  let answered = 0;
  const at = buckets.findIndex((count) => 100 * (answered += count) >= MOST * asked);
  return ANSWER_TIMES[at]!;
}

const ANSWER_WORDS: Record<AnswerTime, string> = {
  '5min': 'answers within 5 minutes',
  '1h': 'answers within an hour',
  '4h': 'answers within 4 hours',
  longer: 'answers after more than 4 hours',
  seldom: 'often doesn’t answer',
};

export function sellerWords({ events, has_sold, worked, answers }: SellerCard): string[] {
  const sold =
    events > 0
      ? `${events} ${events === 1 ? 'night' : 'nights'} handed over`
      : has_sold
        ? 'no night handed over yet'
        : 'new seller';
  const words = [sold];
  if (worked !== null) words.push(`${worked}% of hand-overs worked`);
  if (answers) words.push(ANSWER_WORDS[answers]);
  return words;
}
