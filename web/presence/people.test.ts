import { describe, expect, it } from 'vitest';
import type { OtherPresence } from '../../client/index.ts';
import { peopleOf } from './people.ts';

interface Said {
  readonly id?: number;
  readonly name?: string;
  readonly client?: string;
  readonly session?: string;
  readonly viewport?: OtherPresence['viewport'];
}
const said = ({ id = 1001, name = 'Kim Larsen', client = 'c1', session = client, viewport = null }: Said = {}): OtherPresence =>
  ({
    type: 'presence',
    canvas_id: 'canvas',
    workspace: 0,
    viewport,
    cursors: [],
    from: { client_id: client, session_id: session, installation_name: 'wall', kind: 'viewer', user: { id, name } },
  }) as unknown as OtherPresence;
const guest = (number: number): string => `Guest ${number}`;
const view = (x: number) => ({ x, y: 0, width: 10, height: 10 });

describe('the people on a canvas', () => {
  it('are users, however many sessions they have, with the view that moved last', () => {
    const [kim, ...others] = peopleOf(
      [said({ client: 'laptop', viewport: view(1) }), said({ client: 'phone', viewport: view(2) })],
      guest,
    );
    expect(others).toEqual([]);
    expect(kim).toMatchObject({ name: 'Kim Larsen', viewport: view(2) });
    expect(kim!.sessions.map(({ from }) => from.client_id)).toEqual(['phone', 'laptop']);
  });

  it('have the view of another session where the last one shows none', () => {
    const [kim] = peopleOf([said({ client: 'laptop', viewport: view(1) }), said({ client: 'wall' })], guest);
    expect(kim!.viewport).toEqual(view(1));
  });

  it('are sorted by name, and guests are told apart by client and number', () => {
    const people = peopleOf(
      [
        said({ id: 1002, name: 'Zoe' }),
        said({ id: 100, name: 'Guest', client: 'g1' }),
        said({ id: 100, name: 'Guest', client: 'g2' }),
        said({ name: 'Ann' }),
      ],
      guest,
    );
    expect(people.map(({ name }) => name)).toEqual(['Ann', 'Guest 1', 'Guest 2', 'Zoe']);
    expect(new Set(people.map(({ key }) => key)).size).toBe(4);
  });

  it('keep their colour', () => {
    const colour = (presences: OtherPresence[]) => peopleOf(presences, guest).find(({ name }) => name === 'Ann')!.colour;
    const ann = said({ id: 1005, name: 'Ann' });
    expect(colour([ann])).toBe(colour([said(), ann]));
  });
});
