import { effect } from '@preact/signals';
import { salvageHint } from '../../session/salvage-hint.ts';
import { session } from '../../session/session.ts';

/** Shows what the browser keeps for whoever is signed in. Its code is loaded only when there is something. */
export function beginSalvage(): void {
  effect(() => {
    const user = session.value?.user?.id;
    if (user === undefined || !salvageHint(user).get()) return;
    import('../../edit/rescue/salvage/show-salvage.tsx').then(({ showSalvage }) => showSalvage(user)).catch(() => undefined);
  });
}
