import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Poster } from './poster.tsx';

const printed = (title: string) =>
  [...render(<Poster title={title} />).container.querySelectorAll('path')].map((path) => path.getAttribute('d')).join();

test('a title always gives the same poster, and another title gives another poster', () => {
  expect(printed('Disco Deficit')).toBe(printed('Disco Deficit'));
  const prints = new Set(
    ['Disco Deficit', 'Low End', 'Amapiano Sundays', 'Indie Sleaze', 'Finals', 'Rooftop', 'é', ''].map(printed),
  );
  expect(prints.size).toBeGreaterThan(5);
});

test('a poster has no inline style, because the page forbids it', () => {
  for (let at = 0; at < 60; at++) {
    const { container } = render(<Poster title={`Night ${at}`} label="No image" />);
    expect(container.querySelector('[style]')).toBeNull();
    expect(container.innerHTML).not.toContain('NaN');
    expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('No image');
  }
});
