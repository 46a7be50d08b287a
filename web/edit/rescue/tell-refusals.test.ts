import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { en as page } from '../../../texts/en/page/index.ts';
import { en } from '../../../texts/en/rescue/index.ts';
import type { EditRefusal } from '../../live/edits/edits.ts';
import { texts } from '../../texts.ts';
import { rescueTexts } from './rescue-texts.ts';
import { tellRefusals } from './tell-refusals.ts';

describe('what goes back', () => {
  beforeEach(() => {
    rescueTexts.value = en;
    texts.value = page;
  });

  it('is said in one sentence for many', () =>
    expect(said(['a', 'b', 'c'].map((id) => refusal({ ids: [id], status: 404 })))).toEqual([
      '3 things were deleted by somebody else',
    ]));

  it('is called by its name when it is one', () =>
    expect(said([refusal({ reason: 'gone' })])).toEqual(['A note was deleted by somebody else']));

  it('is said in the words of the server when these are for people', () => {
    const full = { status: 413, msg: 'The canvas is full' };
    expect(
      said([refusal(full), refusal({ ...full, ids: ['b'] }), refusal({ status: 400, msg: 'depth must be a number' })]),
    ).toEqual(['The canvas is full', 'A change could not be made']);
  });

  it('is said at once when the canvas is left', () =>
    expect(said([refusal({ reason: 'gone' })], true)).toEqual(['A note was deleted by somebody else']));

  it('is not said of what others have changed, because that is listed', () =>
    expect(said([refusal({ reason: 'changed', status: 409 })])).toEqual([]));
});

const refusal = (values: Partial<EditRefusal>): EditRefusal => ({
  edit: { before: new Map([['a', { widget_type: 'Note' }]]), after: new Map() } as never,
  ids: ['a'],
  reason: 'refused',
  status: 400,
  msg: '',
  ...values,
});

/** All messages about these refusals. @param isLeft the canvas is left at once */
function said(refusals: readonly EditRefusal[], isLeft = false): string[] {
  const clock = fakeClock();
  const messages: string[] = [];
  let refuse: (one: EditRefusal) => void = () => undefined;
  const onRefused = (listen: typeof refuse) => {
    refuse = listen;
    return () => undefined;
  };
  const end = tellRefusals({ onRefused }, (text) => messages.push(text), clock);
  for (const one of refusals) refuse(one);
  if (isLeft) end();
  else clock.advance(1_000);
  return messages;
}
