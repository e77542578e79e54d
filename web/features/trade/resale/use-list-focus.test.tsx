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

/** Returns a function that removes the button. */
async function press(): Promise<() => void> {
  const { rerender } = render(<Rows />);
  const button = screen.getByRole('button');
  button.focus();
  act(() => button.click());
  await frame();
  await frame();
  return () => rerender(<Rows isAnswered />);
}

test('a list takes the focus even if the pressed button disappears long after the dialog closed', async () => {
  const answer = await press();
  expect(document.activeElement).toBe(screen.getByRole('button'));
  answer();
  await frame();
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

test('the list does not take the focus if the person has touched the page since', async () => {
  const answer = await press();
  window.dispatchEvent(new Event('pointerdown'));
  answer();
  await frame();
  expect(document.activeElement).toBe(document.body);
});
