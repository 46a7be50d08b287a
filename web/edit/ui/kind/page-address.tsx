import { useSignal } from '@preact/signals';
import { House, Link } from 'lucide';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { WidgetOf } from '../../../live/board.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { addressFrom } from '../../kinds/ask/address-from.ts';
import { editTexts } from '../../texts.ts';
import { BarButton } from '../bar/bar-button.tsx';
import { Beside } from '../bar/beside.tsx';

interface Props {
  readonly editing: Editing;
  readonly page: WidgetOf<'Browser'>;
  readonly bar: RefObject<HTMLElement | null>;
}

/** The address of a web page, and the way back to it from wherever somebody went in the page. */
export function PageAddress({ editing, page, bar }: Props) {
  const words = editTexts.value.kinds;
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
  };
  const write = (body: Readonly<Record<string, unknown>>): void => {
    editing.perform(style(editing.board, [page.id], body, 'properties'));
  };
  const goBack = (): void => {
    const { x, y } = page.main_frame_scroll_offset;
    if (x !== 0 || y !== 0) write({ main_frame_scroll_offset: { x: 0, y: 0 } });
    editing.islands.reload(page.id);
  };
  return (
    <>
      <BarButton
        icon={Link}
        label={words.address}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      <BarButton icon={House} label={words.backToAddress} onClick={goBack} />
      {isOpen.value && (
        <Beside label={words.address} bar={bar} onClose={close}>
          <AddressForm
            url={page.url}
            write={(url) => {
              close();
              if (url !== page.url) write({ url });
            }}
          />
        </Beside>
      )}
    </>
  );
}

function AddressForm({ url, write }: { readonly url: string; readonly write: (url: string) => void }) {
  const words = editTexts.value.kinds;
  const [typed, setTyped] = useState(url);
  const address = addressFrom(typed);
  return (
    <form
      class="address-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address !== undefined) write(address);
      }}
    >
      <Field
        label={words.address}
        value={typed}
        inputMode="url"
        autoComplete="off"
        spellcheck={false}
        dir="ltr"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={address === undefined}>
        {words.openPage}
      </Button>
    </form>
  );
}
