import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useListFocus } from './use-list-focus.ts';

afterEach(cleanup);

function Rows({ isAnswered = false }) {
  const { list, keep } = useListFocus();
  return (
    <ul ref={list} tabIndex={-1}>
      <li>{isAnswered ? 'Accepted' : <button onClick={keep}>Accept</button>}</li>
    </ul>
  );
}

const frame = () => new Promise((next) => requestAnimationFrame(next));

/** Shows a list and presses its button. Returns a function that removes the button. */
async function press(): Promise<() => void> {
  const { rerender } = render(<Rows />);
  const button = screen.getByRole('button');
  button.focus();
  act(() => button.click());
  await frame();
  await frame();
  return () => rerender(<Rows isAnswered />);
}

test('when a pressed button disappears after a while, its list takes the focus', async () => {
  const answer = await press();
  expect(document.activeElement).toBe(screen.getByRole('button'));
  answer();
  await frame();
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

test('a list does not take the focus if the person touches the page before the pressed button disappears', async () => {
  const answer = await press();
  window.dispatchEvent(new Event('pointerdown'));
  answer();
  await frame();
  expect(document.activeElement).toBe(document.body);
});
