import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Attempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { isWholeCode, spellCode } from './code.ts';
import { PairFault } from './pair-fault.tsx';
import { PairMark } from './pair-mark.tsx';
import { pairTexts } from './pair-texts.ts';

interface Props {
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly attempt: Attempt;
  /** Looks for the wall that shows the code. */
  readonly find: () => Promise<boolean>;
}

export function CodeForm({ code, setCode, attempt, find }: Props) {
  const [isChecked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus(), []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (!isWholeCode(code) || !(await find())) input.current?.select();
  };
  const words = pairTexts.value;
  return (
    <form class="pair-card" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PairMark />
      <h1>{words.title}</h1>
      <p>{words.about}</p>
      <Field
        class="pair-code"
        label={words.code}
        hint={words.codeHint}
        error={isChecked && !isWholeCode(code) ? words.incomplete : undefined}
        inputRef={input}
        name="code"
        value={code}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        onInput={(event) => typed(event.currentTarget, setCode)}
      />
      <PairFault attempt={attempt} />
      <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
        {words.find}
      </Button>
    </form>
  );
}

/** The code is spelled while it is typed, but only at its end: in the middle the caret would jump. */
function typed(input: HTMLInputElement, setCode: (code: string) => void): void {
  const isAtEnd = input.selectionStart === input.value.length;
  setCode(isAtEnd ? spellCode(input.value) : input.value);
}
