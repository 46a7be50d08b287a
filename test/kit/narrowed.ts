import type { Answer, Caller, Easel, Person } from './easel.ts';

export interface Narrowed extends Caller {
  /** Id of the token. */
  readonly tokenId: string;
  /** The token, below the base of the interface. */
  readonly tokenPath: string;
}

/** A caller with a new permanent token of this person, narrowed to what is given; `by`: the caller who makes it. */
export async function narrowed(easel: Easel, person: Person, values: object, by: Caller = person): Promise<Narrowed> {
  const list = `/users/${person.id}/access-tokens`;
  const { status, text, body }: Answer = await by.post(list, { name: 'narrowed', ...values });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return Object.assign(easel.as(body.plain_token), { tokenId: body.id, tokenPath: `${list}/${body.id}` });
}

/** The refusal of a token that has not the scope. */
export const needsScope = (scope: string) => ({
  status: 403,
  body: { msg: `The token does not allow this: it needs the scope ${scope}` },
});
