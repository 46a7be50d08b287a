import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, type Placed, Places } from './places.ts';

const place = fc.record({
  canvas: fc.constantFrom('c1', 'c2', 'c3'),
  session: fc.constantFrom('s1', 's2', 's3'),
  workspace: fc.nat(2),
});
const steps = fc.array(fc.tuple(fc.boolean(), place), { maxLength: 60 });

test('places answer every question as a plain list of them does', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const places = new Places<Placed>();
      let plain: Placed[] = [];
      for (const [isPut, one] of script) {
        const others = plain.filter((other) => nameOf(other) !== nameOf(one));
        if (isPut) places.put(one);
        else expect(places.delete(one)).toBe(others.length < plain.length);
        plain = isPut ? [...others, one] : others;
        expect([places.size, places.oldest, places.all()]).toEqual([plain.length, plain[0], plain]);
        for (const canvas of ['c1', 'c2', 'c3'])
          for (const session of ['s1', 's2', 's3']) {
            expect(places.on(canvas)).toEqual(plain.filter((other) => other.canvas === canvas));
            expect(places.of(session)).toEqual(plain.filter((other) => other.session === session));
            expect(places.at(canvas, session)).toEqual(
              plain.filter((other) => other.canvas === canvas && other.session === session),
            );
          }
        expect(places.get(nameOf(one))).toBe(isPut ? one : undefined);
      }
    }),
  );
});
