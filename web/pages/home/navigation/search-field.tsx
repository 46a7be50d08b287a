import { Search, X } from 'lucide';
import { IconButton } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { texts } from '../../../texts.ts';
import { sought } from '../choices.ts';
import '../../../parts/field.css';
import './search-field.css';

/** Looks for names as one types. */
export const SearchField = () => {
  const words = texts.value.dashboard;
  return (
    <search class="find-field field-box">
      <Icon of={Search} />
      <input
        type="search"
        aria-label={words.search}
        aria-keyshortcuts="Control+K"
        placeholder={words.search}
        value={sought.value}
        autocomplete="off"
        enterkeyhint="search"
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') sought.value = '';
        }}
      />
      {sought.value === '' ? (
        <span class="search-keys" aria-hidden="true">
          {texts.value.common.quickKeys}
        </span>
      ) : (
        <IconButton
          icon={X}
          label={words.clearSearch}
          onClick={() => {
            sought.value = '';
          }}
        />
      )}
    </search>
  );
};
