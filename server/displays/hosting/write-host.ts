import { Refusal } from '../../../model/refusal.ts';
import type { Hosted } from '../../../model/widgets/hosted.ts';
import { SERVER, type Store } from '../../store/store.ts';
import { type HostedWidget, hostedWidget } from './hosted-widgets.ts';

/** Changes a hosted widget as `change` says. False: there was nothing to change. */
export async function writeHost(
  store: Pick<Store, 'submit'>,
  { canvas, widget }: { readonly canvas: string; readonly widget: string },
  change: (found: HostedWidget) => Hosted | undefined,
): Promise<boolean> {
  try {
    return await store.submit({
      scopes: [canvas],
      author: SERVER,
      incidental: true,
      permit: () => undefined,
      run(tx) {
        const scope = tx.scope(canvas);
        const found = hostedWidget(scope, widget);
        const next = found && change(found);
        if (next) scope.update(found.kind, next);
        return next !== undefined;
      },
    });
  } catch (cause) {
    if (cause instanceof Refusal && cause.status === 404) return false;
    throw cause;
  }
}
