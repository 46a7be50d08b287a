import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { addressFrom } from './address-from.ts';
import { AskPopover } from './ask-popover.tsx';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** The address of the web page that is placed next. */
export function WebAddress({ editing: { seat }, onClose }: Props) {
  const words = editTexts.value.kinds;
  const [typed, setTyped] = useState('');
  const address = addressFrom(typed);
  return (
    <AskPopover label={words.address} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (address === undefined) return;
          seat.address.value = address;
          onClose();
        }}
      >
        <div class="ask-row">
          <Field
            label={words.address}
            value={typed}
            placeholder="https://"
            size={36}
            inputMode="url"
            autoComplete="off"
            spellcheck={false}
            dir="ltr"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button kind="primary" type="submit" disabled={address === undefined}>
            {words.place}
          </Button>
        </div>
      </form>
    </AskPopover>
  );
}
