import { expect, it } from 'vitest';
import { Canvas, canvasIn } from '../../model/resources/canvas.ts';
import { MemoryDirectory } from '../../test/kit/memory-directory.ts';
import { freeName } from './free-name.ts';

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
