import { expect, it } from 'vitest';
import { Canvas, canvasIn } from '../../model/resources/canvas.ts';
import { MemoryDirectory } from '../../test/kit/memory-directory.ts';
import { freeName, numberedName } from './free-name.ts';

const free = (...taken: string[]): string => {
  const made = taken.map((name, at) => [Canvas, canvasIn('F', `c${at}`, name, '')] as const);
  return freeName(new MemoryDirectory(made).directory, Canvas, 'canvases-named', 'F', 'New canvas');
};

it('numbers a default name with the lowest number that is free among the siblings', () => {
  expect(free()).toBe('New canvas');
  expect(free('New canvas')).toBe('New canvas (1)');
  expect(free('New canvas', 'New canvas (2)')).toBe('New canvas (1)');
  expect(free('New canvas', 'New canvas (1)', 'New canvas (2)')).toBe('New canvas (3)');
  expect(free('New canvas (1)', 'new canvas')).toBe('New canvas');
});

it('does not look at other folders', () => {
  const { directory } = new MemoryDirectory([[Canvas, canvasIn('G', 'c', 'New canvas', '')]]);
  expect(freeName(directory, Canvas, 'canvases-named', 'F', 'New canvas')).toBe('New canvas');
});

const numbered = (name: string, ...taken: string[]): string => {
  const made = [name, ...taken].map((each, at) => [Canvas, canvasIn('F', `c${at}`, each, '')] as const);
  return numberedName(new MemoryDirectory(made).directory, Canvas, 'canvases-named', 'F', name);
};

it('numbers a duplicate, and counts on from the number that its source has', () => {
  expect(numbered('Plan')).toBe('Plan (1)');
  expect(numbered('Plan', 'Plan (1)', 'Plan (3)')).toBe('Plan (2)');
  expect(numbered('Plan (1)')).toBe('Plan (2)');
  expect(numbered('Plan (2)', 'Plan (3)')).toBe('Plan (4)');
  expect(numbered('Plan(1)')).toBe('Plan(1) (1)');
  expect(numbered('Plan (0)')).toBe('Plan (0) (1)');
  expect(numbered(' (7)')).toBe(' (7) (1)');
});

it('keeps the name of a duplicate within 255 characters', () => {
  expect(numbered('x'.repeat(255))).toBe(`${'x'.repeat(251)} (1)`);
  expect(numbered(`${'x'.repeat(251)} (9)`)).toBe(`${'x'.repeat(250)} (10)`);
});
