import type { View } from '../../../model/hooks.ts';
import type { Kind } from '../../../model/resource.ts';
import type { Params } from '../../access/access-rule.ts';
import { computed } from '../../changes/computed.ts';
import type { Source } from '../../changes/source.ts';
import { type CanvasDeps, canvasView } from '../../collections/deps.ts';

/**
 * What is set once for a canvas, as its GET and its stream show it: the single record of a kind, or the defaults. `text`: the
 * answer. Its tag is the hash of that, because defaults have no record.
 */
export function settingSource(deps: CanvasDeps, params: Params, kind: Kind, text: (view: View) => string): Source {
  const view = canvasView(deps, params);
  return computed({
    key: `${view.scope}/${kind.name}`,
    form: 'item',
    scope: view.scope,
    kinds: [kind],
    present: () => [{ key: kind.name, shown: text(view) }],
  });
}
