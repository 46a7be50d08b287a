import { describe, expect, it } from 'vitest';
import { ON_PERSON, peopleColours, personStyle } from './person-colours.ts';

/** WCAG 2.2: relative luminance and contrast. */
const luminance = (colour: string): number => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};
/** Surfaces of the light and of the dark page. */
const surfaces = ['#f3f5f8', '#ffffff', '#14181d', '#1c2128'];

describe.each(peopleColours)('the colour %s', (colour) => {
  it('carries white letters', () => expect(contrast(colour, ON_PERSON)).toBeGreaterThanOrEqual(4.5));
  it.each(surfaces)('is seen on %s', (surface) => expect(contrast(colour, surface)).toBeGreaterThanOrEqual(3));
});

describe('letters on a colour', () => {
  it('are readable on those that others chose, too', () => {
    expect(personStyle('#ffee00ff')).toEqual({ '--person': '#ffee00', '--on-person': '#000000ff' });
    expect(personStyle(peopleColours[0])['--on-person']).toBe(ON_PERSON);
  });
});
