import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Poster } from './poster.tsx';

const printed = (title: string) =>
  [...render(<Poster title={title} />).container.querySelectorAll('path')].map((path) => path.getAttribute('d')).join();

test('the same title gives the same print, another title another', () => {
  expect(printed('Disco Deficit')).toBe(printed('Disco Deficit'));
  const prints = new Set(['Disco Deficit', 'Low End', 'Amapiano Sundays', 'Indie Sleaze', 'Finals', 'Rooftop', 'é', ''].map(printed));
  expect(prints.size).toBeGreaterThan(5);
});

test('a print needs no inline style, which the page forbids', () => {
  for (let at = 0; at < 60; at++) {
    const { container } = render(<Poster title={`Night ${at}`} label="No image" />);
    expect(container.querySelector('[style]')).toBeNull();
    expect(container.innerHTML).not.toContain('NaN');
    expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('No image');
  }
});
