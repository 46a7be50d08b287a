import type { Fields, Values } from '../field.ts';
import type { About, Hooks, Writer } from '../hooks.ts';
import { defineResource, type Kind, type Stored } from '../resource.ts';
import type { Size } from '../types.ts';
import { collectionOf } from './collection.ts';
import { type Hosting, identity, type Placed, patchOnly, placed, type WidgetDefinition, type WidgetFacts } from './common.ts';
import { assetsOf, type File, naturalSize, UPLOADS } from './file.ts';
import { followAddress, hostedIndex } from './hosted.ts';
import { besideOf, centre, checkBeside, checkParent, joinParent, raise, siblings, spread, stack } from './place.ts';

type UnplacedFields<N extends string, F> = ReturnType<typeof identity<N>> & F;
type PlacedFields<N extends string, F> = UnplacedFields<N, ReturnType<typeof placed> & F>;

/** Facts that a definition may state; the others follow from the definition. */
type StatedFacts =
  | 'called'
  | 'path'
  | 'linkShared'
  | 'clonable'
  | 'annotatable'
  | 'paged'
  | 'upload'
  | 'conflicts'
  | 'partOnly'
  | 'hosting';

interface Options<N extends string, F, R> extends Partial<Pick<WidgetFacts, StatedFacts>>, Pick<WidgetFacts, 'about'> {
  /** `widget_type` */
  readonly name: N;
  readonly version?: number;
  readonly migrate?: Kind['migrate'];
  readonly clock?: readonly (keyof F & string)[];
  /** The fields of this type, shown after the common ones. */
  readonly fields: F;
  /** They run before the hooks of the common fields. The default location follows from the size that `prepare` sets. */
  readonly hooks?: Hooks<R>;
  readonly indexes?: Kind<R & Stored>['indexes'];
  readonly numbers?: Kind<R & Stored>['numbers'];
}

interface Own extends Partial<Pick<Kind<Placed>, 'indexes' | 'numbers'>> {
  readonly hooks?: Hooks<Placed>;
  readonly upload?: string;
  readonly hosting?: Hosting;
  readonly fields: Fields;
}

type DefinitionParts<F extends Fields> = Pick<WidgetDefinition<F>, 'indexes' | 'numbers' | 'cascades' | 'hooks' | 'assets'>;

interface PlacedOptions<N extends string, F extends Fields> extends Options<N, F, Values<PlacedFields<N, F>> & Stored> {
  /** The size of a new widget when none is sent. */
  readonly size: Size;
  /** Clients may send `parent_id`. Default: the server sets it. */
  readonly reparent?: boolean;
}

/**
 * A widget type. Routes, schemas, storage, cascades, streams and conformance tests follow from it. To add one, write its
 * file and its line in `index.ts`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineWidget<const N extends string, F extends Fields>(
  declared: () => PlacedOptions<N, F>,
): WidgetDefinition<PlacedFields<N, F>> {
  const options = declared();
  const { name, size, reparent = false, fields } = options;
  const parts = placedParts(options as unknown as Own);
  return widget(
    options,
    { reparent, placed: true },
    { ...identity(name), ...placed(size, reparent), ...fields },
    parts as unknown as DefinitionParts<PlacedFields<N, F>>,
  );
}

/** A widget type without a parent and a place of its own, such as a line between others. */
/* @__NO_SIDE_EFFECTS__ */
export function defineUnplacedWidget<const N extends string, F extends Fields>(
  declared: () => Options<N, F, Values<UnplacedFields<N, F>> & Stored> & Pick<Kind, 'cascades'>,
): WidgetDefinition<UnplacedFields<N, F>> {
  const options = declared();
  const { name, fields, hooks = {}, indexes = {}, numbers = {}, cascades } = options;
  const facts = { reparent: false, placed: false };
  return widget<UnplacedFields<N, F>>(options, facts, { ...identity(name), ...fields }, { indexes, numbers, cascades, hooks });
}

function widget<F extends Fields>(
  options: Pick<Options<string, Fields, unknown>, 'name' | 'version' | 'migrate' | 'clock' | 'about' | StatedFacts>,
  facts: Pick<WidgetFacts, 'reparent' | 'placed'>,
  fields: F,
  parts: DefinitionParts<F>,
): WidgetDefinition<F> {
  const {
    name,
    called = words(name),
    about,
    version = 1,
    migrate,
    clock = [],
    path = '',
    linkShared = false,
    clonable = false,
    annotatable = false,
    paged = false,
    upload = '',
    conflicts = false,
    partOnly = false,
    hosting,
  } = options;
  const own = { called, about, path, linkShared, clonable, annotatable, paged, upload, conflicts, partOnly, hosting, ...facts };
  return {
    ...defineResource({
      name,
      version,
      fields,
      ...parts,
      migrate,
      clock,
      lists: ['widgets'],
      content: true,
    }),
    patchOnly,
    widget: own,
    collection: collectionOf({ name, widget: own }),
  };
}

/** `VideoInput` is called a video input. */
const words = (name: string): string => name.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase();

/** Adds what the common fields need and, for a type with `upload`, what the file fields need. Knows no other fields. */
function placedParts(own: Own): DefinitionParts<ReturnType<typeof placed>> {
  const { hooks = {}, numbers, upload } = own;
  return {
    indexes: indexesOf(own),
    numbers: { ...siblings.numbers, ...numbers },
    cascades: { children: 2 },
    ...(upload ? { assets: (record: Placed) => assetsOf(record as File) } : {}),
    hooks: {
      ...hooks,
      prepare: (next, about) => prepare(own, next, about),
      check: (next, about) => check(hooks, next, about),
      *created(record, writer, about) {
        yield* hooks.created?.(record, writer, about) ?? [];
        yield* makeRoom(record, writer, about);
      },
      *changed(record, previous, writer, about) {
        yield* hooks.changed?.(record, previous, writer, about) ?? [];
        yield* makeRoom(record, writer, about);
      },
    },
  };
}

/** The index `uploads` finds the records that were made through the uploads folder. */
function indexesOf({ indexes, fields, hosting }: Own): Kind<Placed>['indexes'] {
  return {
    children: (record) => record.parent_id,
    ...('uploaded' in fields ? { uploads: (record) => ((record as File).uploaded ? UPLOADS : undefined) } : {}),
    ...(hosting && hostedIndex(hosting)),
    ...indexes,
  };
}

function prepare({ hooks: own = {}, upload, hosting }: Own, next: Placed, about: About<Placed>): void {
  if (upload && !about.previous) naturalSize(next as File, about);
  own.prepare?.(next, about);
  if (hosting) followAddress(next, about.previous, hosting);
  joinParent(next, about);
  if (!about.previous) centre(next, about);
  const beside = besideOf(about);
  if (beside) stack(next, beside, about);
  else if (about.sent.has('auto_raise') || !(about.previous || about.sent.has('depth'))) raise(next, about.view);
}

function makeRoom(record: Readonly<Placed>, writer: Writer, about: About<Placed> | undefined): Iterable<void> {
  const beside = about && besideOf(about);
  return beside ? spread(record, beside, writer) : [];
}

function check(own: Hooks<Placed>, next: Placed, about: About<Placed>): void {
  if (about.sent.has('parent_id')) checkParent(next, about.view);
  const beside = besideOf(about);
  if (beside) checkBeside(next, beside, about.view);
  own.check?.(next, about);
}
