import { describe, it } from 'vitest';
import { stepsOf } from '../kit/conformance/steps.ts';
import { collections } from '../kit/conformance/subject.ts';
import { useEasel } from '../kit/easel.ts';

/**
 * Tests of what follows from the definitions, through the front door. No type and no field is named here: a new widget type
 * is tested by its line in the closed list.
 */
const easel = useEasel();

describe.each(collections.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  for (const { title, run } of stepsOf(definition)) it(title, () => run(easel));
});
