import type { Editing } from '../editing.ts';
import { AddressDialog } from './address-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { VideoInputDialog } from './video-input-dialog.tsx';

/** The dialog that asks for what a new widget needs. */
export function AddDialogs({ editing }: { readonly editing: Editing }) {
  const { adding, stage } = editing;
  const close = (): void => {
    adding.value = undefined;
    stage.focus({ preventScroll: true });
  };
  switch (adding.value) {
    case 'video-input':
      return <VideoInputDialog editing={editing} onClose={close} />;
    case 'remote-desktop':
    case 'ip-video':
      return <AddressDialog key={adding.value} of={adding.value} editing={editing} onClose={close} />;
    case 'template':
      return <TemplateDialog editing={editing} onClose={close} />;
    default:
      return null;
  }
}
