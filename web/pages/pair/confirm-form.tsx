import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAttempt, useCountdown } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { durationText } from '../../parts/duration.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { site } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { language } from '../../texts.ts';
import { firstChoice, handedOver, LastingWall } from './lasting-wall.tsx';
import { PairFault } from './pair-fault.tsx';
import { PairMark } from './pair-mark.tsx';
import { pairTexts } from './pair-texts.ts';
import { optionOf, usePeople } from './people.ts';
import type { WaitingWall } from './waiting-wall.ts';

interface Props {
  readonly code: string;
  readonly wall: WaitingWall;
  readonly done: (signed: SignedWall) => void;
  readonly again: () => void;
}

/** The account of a wall that is signed in: one of its own, or that of a person, to stay or for some days. */
export interface SignedWall {
  readonly kind: 'own' | 'lasting' | 'guest';
  /** Name of the account. */
  readonly person: string;
}

/** Shows the wall before anything happens, so that nobody signs in a stranger's; administrators choose as whom. */
export function ConfirmForm({ code, wall, done, again }: Props) {
  const me = session.value!.user!;
  const people = usePeople(me);
  const [chosen, setChosen] = useState(String(me.id));
  const lasts = wall.lasts === 'wall';
  const [writes, setWrites] = useState(lasts);
  const [lasting, setLasting] = useState(() => firstChoice(me, wall.name));
  const attempt = useAttempt();
  const [left, setLeft] = useCountdown();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setLeft(wall.expires_in);
    heading.current!.focus();
  }, []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const handed = lasts ? handedOver(lasting, me.id) : { user_id: Number(chosen) };
    const scopes = ['read', ...(writes ? ['write'] : []), ...(lasts && lasting.steers ? ['control'] : [])];
    const isDone = await attempt.run(() => site.post('/session/pairing/confirm', { code, ...handed, scopes }));
    if (isDone) done({ kind, person });
  };
  const words = pairTexts.value;
  const named = (user: number): string => people.find(({ id }) => id === user)?.name ?? me.name;
  const ofLasting = { own: lasting.name, me: me.name, other: named(lasting.user) }[lasting.kind];
  const person = lasts ? ofLasting : named(Number(chosen));
  const kind = lasts ? (lasting.kind === 'own' ? 'own' : 'lasting') : 'guest';
  return (
    <form class="pair-card" method="post" onSubmit={(event) => void submit(event)}>
      <PairMark />
      <h1 ref={heading} tabIndex={-1}>
        {words.question}
      </h1>
      <WallFacts code={code} wall={wall} />
      {left > 0 && <p class="pair-left">{words.expires(durationText(Math.max(left, 60), language.value))}</p>}
      {lasts && <LastingWall me={me} people={people} choice={lasting} choose={setLasting} />}
      {me.admin && !lasts && <Select label={words.as} options={people.map(optionOf(me))} value={chosen} onChange={setChosen} />}
      <Checkbox label={words.writes} hint={words.writesHint} checked={writes} onChange={setWrites} />
      <p>{handsOver({ kind, person }, writes)}</p>
      <Notice kind="warning">{words.compare}</Notice>
      <PairFault attempt={attempt} />
      <div class="pair-actions">
        <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
          {words.confirm}
        </Button>
        <Button onClick={again}>{words.another}</Button>
      </div>
    </form>
  );
}

/** What the wall gets, and for how long. */
function handsOver({ kind, person }: SignedWall, writes: boolean): string {
  const words = pairTexts.value;
  if (kind === 'own') return writes ? words.lastingOwn : words.lastingOwnReads;
  if (kind === 'lasting') return (writes ? words.lasting : words.lastingReads)(person);
  return (writes ? words.handsWrites : words.hands)(person);
}

function WallFacts({ code, wall: { name, address } }: { readonly code: string; readonly wall: WaitingWall }) {
  const words = pairTexts.value;
  return (
    <dl class="pair-facts">
      <dt>{words.code}</dt>
      <dd class="pair-shown">{code}</dd>
      <dt>{words.wall}</dt>
      <dd>{name || words.unnamed}</dd>
      <dt>{words.address}</dt>
      <dd>{address}</dd>
    </dl>
  );
}
