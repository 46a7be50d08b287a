import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { User } from '../../../model/resources/user.ts';
import { useAttempt, useCountdown } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { durationText } from '../../parts/duration.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { api, ask } from '../../session/ask.ts';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts/texts.ts';
import { PairFault } from './pair-fault.tsx';
import { PairMark } from './pair-mark.tsx';
import type { WaitingWall } from './waiting-wall.ts';

interface Props {
  readonly code: string;
  readonly wall: WaitingWall;
  /** Told as whom the wall is signed in. */
  readonly done: (person: string) => void;
  readonly again: () => void;
}

/** Shows the wall before anything happens, so that nobody signs in a stranger's; administrators choose as whom. */
export function ConfirmForm({ code, wall, done, again }: Props) {
  const me = session.value!.user!;
  const people = usePeople(me);
  const [chosen, setChosen] = useState(String(me.id));
  const attempt = useAttempt();
  const [left, setLeft] = useCountdown();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setLeft(wall.expires_in);
    heading.current!.focus();
  }, []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const user_id = Number(chosen);
    const isDone = await attempt.run(() => ask('POST', '/session/pairing/confirm', { code, user_id }));
    if (isDone) done(people.find(({ id }) => id === user_id)?.name ?? me.name);
  };
  const words = texts.value.pair;
  return (
    <form class="pair-card" method="post" onSubmit={(event) => void submit(event)}>
      <PairMark />
      <h1 ref={heading} tabIndex={-1}>
        {words.question}
      </h1>
      <WallFacts code={code} wall={wall} />
      {left > 0 && <p class="pair-left">{words.expires(durationText(Math.max(left, 60), language.value))}</p>}
      {me.admin && (
        <Select label={words.as} hint={words.asHint} options={people.map(optionOf(me))} value={chosen} onChange={setChosen} />
      )}
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

function WallFacts({ code, wall: { name, address } }: { readonly code: string; readonly wall: WaitingWall }) {
  const words = texts.value.pair;
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

type Person = Pick<User, 'id' | 'name'>;

/** As whom an administrator may sign a wall in; for others it is themselves. */
function usePeople(me: Person & Pick<User, 'admin'>): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([me]);
  useEffect(() => {
    if (me.admin) ask<readonly User[]>('GET', api('/users')).then((all) => setPeople(all.filter(maySignIn)), sayFault);
  }, []);
  return people.toSorted((one, other) => one.name.localeCompare(other.name, language.value));
}

/** The Guest has no address. */
const maySignIn = ({ email, approved, blocked }: User): boolean => email !== '' && approved && !blocked;

const optionOf =
  (me: Person) =>
  ({ id, name }: Person): { readonly value: string; readonly text: string } => ({
    value: String(id),
    text: id === me.id ? texts.value.pair.asMe(name) : name,
  });
