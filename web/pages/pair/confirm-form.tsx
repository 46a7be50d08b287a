import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { User } from '../../../model/resources/accounts/user.ts';
import { useAttempt, useCountdown } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { durationText } from '../../parts/duration.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest, site } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { language } from '../../texts.ts';
import { PairFault } from './pair-fault.tsx';
import { PairMark } from './pair-mark.tsx';
import { pairTexts } from './pair-texts.ts';
import type { WaitingWall } from './waiting-wall.ts';

interface Props {
  readonly code: string;
  readonly wall: WaitingWall;
  /** Called with the name of the person as whom the wall is signed in. */
  readonly done: (person: string) => void;
  readonly again: () => void;
}

/** Shows the wall before anything happens, so that nobody signs in a stranger's; administrators choose as whom. */
export function ConfirmForm({ code, wall, done, again }: Props) {
  const me = session.value!.user!;
  const people = usePeople(me);
  const [chosen, setChosen] = useState(String(me.id));
  const [writes, setWrites] = useState(false);
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
    const scopes = writes ? ['read', 'write'] : ['read'];
    const isDone = await attempt.run(() => site.post('/session/pairing/confirm', { code, user_id, scopes }));
    if (isDone) done(person);
  };
  const words = pairTexts.value;
  const person = people.find(({ id }) => id === Number(chosen))?.name ?? me.name;
  return (
    <form class="pair-card" method="post" onSubmit={(event) => void submit(event)}>
      <PairMark />
      <h1 ref={heading} tabIndex={-1}>
        {words.question}
      </h1>
      <WallFacts code={code} wall={wall} />
      {left > 0 && <p class="pair-left">{words.expires(durationText(Math.max(left, 60), language.value))}</p>}
      {me.admin && <Select label={words.as} options={people.map(optionOf(me))} value={chosen} onChange={setChosen} />}
      <Checkbox label={words.writes} hint={words.writesHint} checked={writes} onChange={setWrites} />
      <p>{(writes ? words.handsWrites : words.hands)(person)}</p>
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

type Person = Pick<User, 'id' | 'name'>;

/** The people as whom an administrator may sign a wall in; others may only choose themselves. */
function usePeople(me: Person & Pick<User, 'admin'>): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([me]);
  useEffect(() => {
    if (me.admin) rest.get<readonly User[]>('/users').then((all) => setPeople(all.filter(maySignIn)), sayFault);
  }, []);
  return people.toSorted((one, other) => one.name.localeCompare(other.name, language.value));
}

/** The Guest has no address. */
const maySignIn = ({ email, approved, blocked }: User): boolean => email !== '' && approved && !blocked;

const optionOf =
  (me: Person) =>
  ({ id, name }: Person): { readonly value: string; readonly text: string } => ({
    value: String(id),
    text: id === me.id ? pairTexts.value.asMe(name) : name,
  });
