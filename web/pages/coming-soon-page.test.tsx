import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComingSoonPage, HEADLINES } from './coming-soon-page.tsx';

vi.mock(import('@tanstack/react-router'), async (original) => ({ ...(await original()), Link: (() => null) as never }));

test('there are 25 different headlines', () => {
  expect(new Set(HEADLINES).size).toBe(25);
});

test('the headline is chosen at random, and the text says that the page will be ready soon', () => {
  const random = vi.spyOn(Math, 'random');
  const shown = HEADLINES.map((_, at) => {
    random.mockReturnValue((at + 0.5) / HEADLINES.length);
    const { container, unmount } = render(<ComingSoonPage />);
    const said = container.querySelector('h1')?.textContent;
    expect(container.textContent).toContain('This will be ready soon.');
    unmount();
    return said;
  });
  expect(shown).toEqual([...HEADLINES]);
  random.mockRestore();
});
