import { useEffect, useState } from 'preact/hooks';
import type { User } from '../../../model/resources/accounts/user.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { pairTexts } from './pair-texts.ts';
import { optionOf, type PairPerson } from './people.ts';

type Kind = 'own' | 'me' | 'other';

/** What a person decides about a wall that is there to stay. */
export interface LastingChoice {
  readonly kind: Kind;
  readonly name: string;
  readonly user: number;
  readonly installation: string;
  readonly steers: boolean;
}

interface Installation {
  readonly id: string;
  readonly installation_name: string;
  readonly kind: string;
  readonly user_id: number;
}

interface Props {
  readonly me: PairPerson & Pick<User, 'admin'>;
  readonly people: readonly PairPerson[];
  readonly choice: LastingChoice;
  readonly choose: (choice: LastingChoice) => void;
}

export const firstChoice = ({ id, admin }: Pick<User, 'id' | 'admin'>, name: string): LastingChoice => ({
  kind: admin ? 'own' : 'me',
  name: name || pairTexts.value.wall,
  user: id,
  installation: '',
  steers: false,
});

/** The keys of the request that say as whom a wall is signed in, and which wall it is. */
export const handedOver = ({ kind, name, user, installation }: LastingChoice, me: number): object => ({
  ...(kind === 'own' ? { new_user: { name } } : { user_id: kind === 'me' ? me : user }),
  ...(installation && { installation_id: installation }),
});

/** The account of a wall that stays: by default one that has nothing but what is shared with it. */
export function LastingWall({ me, people, choice, choose }: Props) {
  const walls = useInstallations();
  const words = pairTexts.value;
  const change = (part: Partial<LastingChoice>): void => choose({ ...choice, ...part });
  const others = people.filter(({ id }) => id !== me.id);
  return (
    <>
      {me.admin && <WhoItIs chosen={choice.kind} choose={(kind) => change({ kind, user: others[0]?.id ?? me.id })} />}
      {choice.kind === 'own' && (
        <Field
          label={words.accountName}
          name="name"
          maxLength={255}
          value={choice.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      {choice.kind === 'other' && (
        <Select
          label={words.as}
          options={others.map(optionOf(me))}
          value={String(choice.user)}
          onChange={(id) => change({ user: Number(id) })}
        />
      )}
      {choice.kind === 'me' && me.admin && <Notice kind="danger">{words.adminWarning}</Notice>}
      {walls.length > 0 && (
        <Select
          label={words.sameWall}
          options={[{ value: '', text: words.newWall }, ...walls.map((one) => ({ value: one.id, text: one.installation_name }))]}
          value={choice.installation}
          onChange={(id) =>
            change(
              againAs(
                walls.find((one) => one.id === id),
                me,
              ),
            )
          }
        />
      )}
      <Checkbox label={words.steers} checked={choice.steers} onChange={(steers) => change({ steers })} />
    </>
  );
}

interface WhoProps {
  readonly chosen: Kind;
  readonly choose: (kind: Kind) => void;
}

function WhoItIs({ chosen, choose }: WhoProps) {
  const words = pairTexts.value;
  const names = { own: words.ownAccount, me: words.me, other: words.somebody };
  return (
    <fieldset class="pair-who">
      <legend>{words.asWhom}</legend>
      {(Object.keys(names) as Kind[]).map((kind) => (
        <label key={kind} class="checkbox">
          <input type="radio" name="who" checked={chosen === kind} onChange={() => choose(kind)} />
          <span>
            {names[kind]}
            {kind === 'own' && <span class="checkbox-hint">{words.ownAccountHint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A wall that is there again is signed in as before, by whoever may decide that. */
function againAs(wall: Installation | undefined, { admin }: Pick<User, 'admin'>): Partial<LastingChoice> {
  if (!wall) return { installation: '' };
  return { installation: wall.id, ...(admin && { kind: 'other', user: wall.user_id }) };
}

/** The walls that this one may be again. */
function useInstallations(): readonly Installation[] {
  const [walls, setWalls] = useState<readonly Installation[]>([]);
  useEffect(() => {
    const isWall = ({ kind }: Installation): boolean => kind === 'page';
    rest.get<readonly Installation[]>('/installations').then((all) => setWalls(all.filter(isWall)), sayFault);
  }, []);
  return walls;
}
