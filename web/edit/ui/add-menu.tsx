import { Plus } from 'lucide';
import { useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import type { Editing } from '../editing.ts';
import { lazyPanel } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import { tools } from '../tools/index.ts';

const AddList = lazyPanel(
  () => import('./add-list.tsx').then((file) => file.AddList),
  ({ onClose }) => onClose(),
);

/** The button of the toolbar for everything that can be put on a canvas. The menu also opens when `adding` says so. */
export function AddMenu({ editing }: { readonly editing: Editing }) {
  const button = useRef<HTMLSpanElement>(null);
  const isOpen = editing.adding.value === 'menu';
  const set = (open: boolean): void => {
    editing.adding.value = open ? 'menu' : undefined;
  };
  const label = editTexts.value.panels.add;
  return (
    <span ref={button}>
      <button
        type="button"
        class="bar-button"
        aria-label={label}
        title={`${label}  /`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-keyshortcuts="/"
        onClick={() => set(!isOpen)}
      >
        <Icon of={Plus} size={20} />
      </button>
      {isOpen && <AddList editing={editing} tools={tools} opener={button.current} onClose={() => set(false)} />}
    </span>
  );
}
