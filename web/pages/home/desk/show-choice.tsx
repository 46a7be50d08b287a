import { ChevronDown, LayoutGrid, List } from 'lucide';
import { Icon } from '../../../parts/icon.tsx';
import { Menu, type MenuItem } from '../../../parts/menu/menu.tsx';
import { texts } from '../../../texts.ts';
import { type Layout, layout, layouts, sort } from '../choices.ts';
import { sorts } from '../order.ts';

const icons = { grid: LayoutGrid, list: List };

/** In which order canvases stand, and how they are shown. */
export function ShowChoice() {
  const words = texts.value.dashboard;
  const items: MenuItem[] = sorts.map((one) => ({
    text: words.sortBy[one],
    checked: sort.value === one,
    run: () => {
      sort.value = one;
    },
  }));
  const sortFace = (
    <>
      <span>{words.sortBy[sort.value]}</span>
      <Icon of={ChevronDown} size={15} />
    </>
  );
  return (
    <div class="show-choice">
      <Menu
        label={`${words.sort}: ${words.sortBy[sort.value]}`}
        button={sortFace}
        items={[items]}
        class="button quiet show-sort"
      />
      <fieldset class="segments-bar">
        <legend class="unseen">{words.view}</legend>
        {layouts.map((one) => (
          <LayoutChoice key={one} one={one} />
        ))}
      </fieldset>
    </div>
  );
}

const LayoutChoice = ({ one }: { readonly one: Layout }) => (
  <label class="choice segment" title={texts.value.dashboard.views[one]}>
    <input
      type="radio"
      name="layout"
      aria-label={texts.value.dashboard.views[one]}
      checked={layout.value === one}
      onChange={() => {
        layout.value = one;
      }}
    />
    <Icon of={icons[one]} size={16} />
  </label>
);
