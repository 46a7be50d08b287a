import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundled } from '../../test/kit/bundle.ts';

const entry = `
  export { shapesOf } from './model/looks/looks.ts';
  export { backgroundShapes } from './model/looks/background.ts';
  export { placesOf } from './model/looks/places.ts';
  export { strokePath } from './model/looks/strokes.ts';
  export { measure } from './model/looks/measure.ts';
  export { looks } from './texts/en/looks.ts';
  export { createPaintShapes } from './web/paint/shapes.ts';`;

describe('all looks and their painter in a page', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await bundled(entry);
  });

  it('bring no package', () => expect(bundle.modules.filter((path) => path.includes('node_modules/'))).toEqual([]));

  it('bring no definitions: a type is declared by a function, and nothing else in its file is called when it is loaded', () => {
    const foreign = bundle.modules.filter(
      (path) => !/^(model\/(looks|widgets)\/|texts\/en\/looks\.ts$|web\/paint\/|model\/types\/(nodes|base64)\.ts$)/.test(path),
    );
    expect(foreign).toEqual([]);
    expect(bundle.modules).toContain('model/widgets/note.ts');
    expect(bundle.modules).not.toContain('model/widgets/define.ts');
    expect(bundle.code).not.toMatch(/auto_raise|clonable|annotatable|playing_since/);
  });

  it('take at most 16.5 KB, minified and packed', () => expect(bundle.bytes).toBeLessThan(16_500));

  it('would bring more with a single definition', async () => {
    const { modules } = await bundled(`${entry} export { Note } from './model/widgets/note.ts';`);
    expect(modules).toContain('model/widgets/define.ts');
  });
});
