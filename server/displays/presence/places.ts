/** Where somebody is: on a canvas, in one workspace. */
export interface Placed {
  readonly canvas: string;
  /** The id of the session. */
  readonly session: string;
  readonly workspace: number;
}

/** Places in the order in which they were last heard of. None of the questions looks at places that are no part of its answer. */
export class Places<P extends Placed> {
  readonly #all = new Map<string, P>();
  readonly #onCanvas = new Groups<P>();
  readonly #ofSession = new Groups<P>();
  readonly #ofBoth = new Groups<P>();

  get size(): number {
    return this.#all.size;
  }

  /** The one that was not heard of for longest. */
  get oldest(): P | undefined {
    return this.#all.values().next().value;
  }

  get(name: string): P | undefined {
    return this.#all.get(name);
  }

  /** A copy, because places come and go while somebody looks at them in steps. */
  all(): readonly P[] {
    return [...this.#all.values()];
  }

  on(canvas: string): readonly P[] {
    return this.#onCanvas.of(canvas);
  }

  of(session: string): readonly P[] {
    return this.#ofSession.of(session);
  }

  /** The places of one session on one canvas. */
  at(canvas: string, session: string): readonly P[] {
    return this.#ofBoth.of(`${session} ${canvas}`);
  }

  /** Takes the place of the one of the same name. */
  put(place: P): void {
    this.delete(place);
    const name = nameOf(place);
    this.#all.set(name, place);
    this.#onCanvas.add(place.canvas, name, place);
    this.#ofSession.add(place.session, name, place);
    this.#ofBoth.add(`${place.session} ${place.canvas}`, name, place);
  }

  /** False: there was none of this name. */
  delete(place: Placed): boolean {
    const name = nameOf(place);
    if (!this.#all.delete(name)) return false;
    this.#onCanvas.delete(place.canvas, name);
    this.#ofSession.delete(place.session, name);
    this.#ofBoth.delete(`${place.session} ${place.canvas}`, name);
    return true;
  }
}

/** The key of a place: session, canvas and workspace. */
export const nameOf = ({ session, canvas, workspace }: Placed): string => `${session} ${canvas} ${workspace}`;

/** Values by a group and a name in it. */
class Groups<V> {
  readonly #groups = new Map<string, Map<string, V>>();

  of(group: string): readonly V[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }

  add(group: string, name: string, value: V): void {
    const members = this.#groups.get(group);
    if (members) members.set(name, value);
    else this.#groups.set(group, new Map([[name, value]]));
  }

  delete(group: string, name: string): void {
    const members = this.#groups.get(group);
    if (members?.delete(name) && members.size === 0) this.#groups.delete(group);
  }
}
