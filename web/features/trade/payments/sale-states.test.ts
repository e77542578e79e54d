import { expect, test } from 'vitest';
import { HANDOVER_KINDS, HANDOVER_STATUSES } from '../../../../drizzle/handover-vocabulary.ts';
import { paymentStatus } from './payment-words.ts';
import { BUYER } from '../../../../test/support/web/bought-cases.ts';
import { NOW, type PaidCase, requestOf, type SaleCase } from '../../../../test/support/web/paid-requests.ts';
import { SELLER } from '../../../../test/support/web/sold-cases.ts';

const KINDS = { file: 'uploaded here', transfer: 'transfer', name_list: 'name list', none: 'all' } as const;

/** The kind of hand-over of a case, or `none` if its text is the same for every kind. */
function kindOf(role: 'buyer' | 'seller', given: PaidCase): keyof typeof KINDS {
  const texts = HANDOVER_KINDS.map((kind) => textOf(role, { ...given, handover: { ...given.handover, kind } }));
  return new Set(texts).size === 1 ? 'none' : (given.handover?.kind ?? 'transfer');
}

const textOf = (role: 'buyer' | 'seller', given: PaidCase) => paymentStatus(requestOf(role, given), NOW).next;

const rowsOf = (role: 'buyer' | 'seller', cases: readonly SaleCase[]) =>
  cases.map(([state, given]) => {
    const { word, next } = paymentStatus(requestOf(role, given), NOW);
    return `| ${state} | ${KINDS[kindOf(role, given)]} | ${word} | ${next} |`;
  });

const HEAD = '| state | hand-over | badge | text |\n|---|---|---|---|';
const PAGE = `# What buyers and sellers read about a sale

The badge and the text of each state of a sale with a payment, as \`/my-tickets\`, \`/pay/:request\` and the event page
show it. The buyer paid $43.70 for two tickets, and the seller receives $40.00. A text says who holds how much, until
when, and what happens next. \`npx vitest run --project unit web/features/trade/payments/sale-states.test.ts -u\` writes
this page from the code, and the test fails if it is out of date.

## The buyer

${HEAD}
${rowsOf('buyer', BUYER).join('\n')}

## The seller

${HEAD}
${rowsOf('seller', SELLER).join('\n')}
`;

test('the page with the texts of every state of a sale is up to date', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../../../docs/sale-states.md');
});

test.each(['buyer', 'seller'] as const)('the page has a text for every kind and status of hand-over: %s', (role) => {
  const shown = new Set((role === 'buyer' ? BUYER : SELLER).map(([, given]) => textOf(role, given)));
  const missing = HANDOVER_STATUSES.flatMap((status) =>
    HANDOVER_KINDS.map((kind) => ({ status, kind })).filter((handover) => {
      const problem = role === 'seller' && status === 'problem' ? 'It is a screenshot.' : null;
      return !shown.has(textOf(role, { handover: { ...handover, problem } }));
    }),
  );
  expect(missing).toEqual([]);
});
