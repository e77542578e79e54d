import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MutualsLine, mutualWords } from './mutuals-line.tsx';

test('the line about mutuals shows their number and a sentence about each', () => {
  const mutuals = { count: 2, vouches: false, friends: ['Robin'], events: ['Headline Halloween'] };
  render(<MutualsLine mutuals={mutuals} person="seller" />);
  expect(screen.getByText('2 mutuals').textContent).not.toBe('');
  expect(screen.getByText('You vouch for Robin, who vouches for this seller.').textContent).not.toBe('');
  expect(screen.getByText('You both received tickets for Headline Halloween.').textContent).not.toBe('');
});

test('a mutual without a name is called “a student”, and the last sentence counts the unlisted mutuals', () => {
  expect(mutualWords({ count: 9, vouches: true, friends: [null], events: [] }, 'buyer')).toEqual([
    'You vouch for this buyer.',
    'You vouch for a student who vouches for this buyer.',
    'And 7 more.',
  ]);
});

test('without mutuals nothing is shown', () => {
  const { container } = render(<MutualsLine mutuals={undefined} person="seller" />);
  expect(container.innerHTML).toBe('');
});
