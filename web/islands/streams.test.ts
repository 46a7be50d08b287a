import { afterEach, expect, test, vi } from 'vitest';
import { openStill } from './streams.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a camera whose picture comes after it was closed is not asked again', () => {
  vi.useFakeTimers();
  const images: FakeImage[] = [];
  vi.stubGlobal('document', { hidden: false, createElement: (tag: string) => made(tag, images) });
  const opened = openStill('http://camera.example/still.jpg', { shows: () => undefined, fails: () => undefined });
  images[0]!.emit('load');
  vi.advanceTimersByTime(2_000);
  expect(images).toHaveLength(2);
  opened.close();
  images[1]!.emit('load');
  vi.advanceTimersByTime(60_000);
  expect(images).toHaveLength(2);
});

/** The part of an element that streams use. */
class FakeImage {
  readonly #hear = new Map<string, () => void>();
  firstElementChild: FakeImage | null = null;

  addEventListener(name: string, hear: () => void): void {
    this.#hear.set(name, hear);
  }

  emit(name: string): void {
    this.#hear.get(name)?.();
  }

  append(child: FakeImage): void {
    this.firstElementChild ??= child;
  }

  removeAttribute(): void {}
  remove(): void {}
}

function made(tag: string, images: FakeImage[]): FakeImage {
  const element = new FakeImage();
  if (tag === 'img') images.push(element);
  return element;
}
