import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MutualsLine, mutualWords } from './mutuals-line.tsx';

test('mutuals are counted, and each is named in a sentence', () => {
  const mutuals = { count: 2, vouches: false, friends: ['Robin'], events: ['Headline Halloween'] };
  render(<MutualsLine mutuals={mutuals} person="seller" />);
  expect(screen.getByText('2 mutuals').textContent).not.toBe('');
  expect(screen.getByText('Robin, for whom you vouch, vouches for this seller.').textContent).not.toBe('');
  expect(screen.getByText('You both received tickets for Headline Halloween.').textContent).not.toBe('');
});

test('a mutual without a name is a student, and those who are not named are counted', () => {
  expect(mutualWords({ count: 9, vouches: true, friends: [null], events: [] }, 'buyer')).toEqual([
    'You vouch for this buyer.',
    'A student, for whom you vouch, vouches for this buyer.',
    'And 7 more.',
  ]);
});

test('without mutuals there is nothing to see', () => {
  const { container } = render(<MutualsLine mutuals={undefined} person="seller" />);
  expect(container.innerHTML).toBe('');
});
