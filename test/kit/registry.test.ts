import { expect, test } from 'vitest';
import { fakeClock } from './clock.ts';
import { memoryRegistry } from './registry.ts';
import { registryContract } from './registry-contract.ts';

registryContract('in memory', () => {
  const clock = fakeClock();
  const registry = memoryRegistry(clock);
  return { a: registry, b: registry, pass: (ms) => clock.advance(ms), close: () => undefined };
});

test('a registry that cannot be reached rejects and changes nothing', async () => {
  const registry = memoryRegistry(fakeClock());
  await registry.post([{ from: 'a', to: 'b', text: 'x' }]);
  registry.isAway = true;
  for (const ask of [
    () => registry.beat('a', 1000),
    () => registry.leave('b'),
    () => registry.lease('sweep', 'a', 1000),
    () => registry.post([]),
    () => registry.fetch('b'),
  ])
    await expect(ask()).rejects.toThrow('cannot be reached');
  registry.isAway = false;
  expect([await registry.beat('b', 1000), (await registry.fetch('b')).length]).toEqual([['b'], 1]);
});
