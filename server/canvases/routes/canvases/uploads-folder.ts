import { type Body, editable, type Fields, readCreate } from '../../../../model/field.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { eitherOf, quoted, refuse } from '../../../../model/refusal.ts';
import { Asset, newAsset } from '../../../../model/resources/asset.ts';
import { answerSchema, createSchema } from '../../../../model/schemas.ts';
import { Text } from '../../../../model/types.ts';
import type { AnyWidget } from '../../../../model/widgets/common.ts';
import { widgetKinds } from '../../../../model/widgets/index.ts';
import { Note } from '../../../../model/widgets/note.ts';
import { rootOf } from '../../../../model/widgets/shared-canvas.ts';
import { createRecord, refuseTaken } from '../../../../model/writing.ts';
import { newFile } from '../../../assets/uploads.ts';
import { createWithFile } from '../../../collections/create-with-file.ts';
import { type CollectionDeps, canvasScope, canvasView } from '../../../collections/deps.ts';
import { givenId, ownIdOf } from '../../../collections/own-id.ts';
import { writeInCanvas } from '../../../collections/submit.ts';
import { listOf, widgetSchema } from '../../../collections/widget-schemas.ts';
import { createBody } from '../../../collections/zero-depth.ts';
import { tags } from '../../../http/answers/tags.ts';
import { fileOf, type SentFile, type UploadForm, withForm } from '../../../http/bodies/upload-form.ts';
import { longTexts } from '../../../http/routing/body-limits.ts';
import type { Answer, Call, Route } from '../../../http/routing/route.ts';
import { uploadsSource } from '../../show/uploads-source.ts';

const files = widgetKinds.filter(({ widget }) => widget.upload !== '');
const item = Schema.Union([...[Note, ...files].map(widgetSchema), answerSchema(Asset.name, Asset.fields)], {
  title: 'UploadedItem',
});

/** The keys of `json` that say something of the widget; others are ignored. */
const place = ['title', 'location', 'size', 'depth', 'scale', 'pinned'];
const noteKeys = [...place, 'text', 'background_color'];
const fileKeys = [...place, 'original_filename'];

const json: Fields = {
  upload_type: editable(Text(), '', { about: '`note`, or how a file is called; what it is its bytes say' }),
  ...Object.fromEntries(
    Object.entries({ ...files[0]?.fields, ...Note.fields }).filter(([key]) => [...noteKeys, ...fileKeys].includes(key)),
  ),
  location: { ...Note.fields.location, about: 'Top-left corner in pixels of the canvas; a part that is not sent is 0' },
};

const location = { x: 400, y: 300 };
const examples = [
  { title: 'Floor plan', location },
  { upload_type: 'note', text: 'Ship on Friday', location },
];

const described = {
  path: '/canvases/:canvas_id/uploads-folder',
  file: 'server/canvases/routes/canvases/uploads-folder.ts',
  scope: canvasScope,
};

/** POST makes an ordinary widget of an upload, and GET lists the widgets that were made so (interface/canvases 10). */
export const uploadsFolderRoutes = (deps: CollectionDeps): Route[] => [
  {
    ...described,
    method: 'GET',
    operation: 'listUploads',
    tag: tags.uploads,
    summary: 'What was uploaded through the uploads folder and is still there, oldest first',
    access: deps.rules.viewCanvas,
    answer: listOf(item),
    watch: ({ params }) => uploadsSource(canvasView(deps, params), [Note, ...files, Asset]),
  },
  {
    ...described,
    method: 'POST',
    operation: 'createUpload',
    tag: tags.uploads,
    summary: 'Takes a note or a file of any kind, as its bytes say',
    about:
      'An image, video or PDF becomes a widget of its type, any other file an item of this list only. With `upload_type` `note` and no file it is a note.',
    access: deps.rules.editCanvas,
    multipart: { data: 'sometimes', json: { ...createSchema('Upload', json), examples } },
    bodyLimits: longTexts,
    ownIds: true,
    answer: item,
    handle: (call) => withForm(call, deps.uploads, (form) => take(deps, call, form)),
  },
];

function take(deps: CollectionDeps, call: Call, form: UploadForm): Promise<Answer> {
  const json = createBody(deps, form.json ?? {});
  if (!isNote(form)) return takeFile(deps, call, fileOf(form), json);
  const body = bodyOf(noteKeys, json);
  return writeInCanvas(deps, call, (scope) => createRecord(Note, body, scope, { uploaded: true, ...givenId(call) }));
}

/** Clients send any of these words for a file; what it is, its bytes decide. */
const fileWords = ['', 'asset', 'image', 'video', 'pdf'];

function isNote({ json = {} }: UploadForm): boolean {
  const sent = json.upload_type ?? '';
  const word = typeof sent === 'string' ? sent.toLowerCase() : undefined;
  if (word === 'note') return true;
  if (word === undefined || !fileWords.includes(word)) {
    throw refuse.invalid(`Invalid upload_type ${quoted(sent)}: it must be ${eitherOf(['note', ...fileWords.slice(1)])}`);
  }
  return false;
}

async function takeFile(deps: CollectionDeps, call: Call, data: SentFile, sent: Body): Promise<Answer> {
  const probed = await deps.uploads.look(data, call.requester);
  const definition: AnyWidget | undefined = files.find(({ widget }) => widget.upload === probed?.kind);
  if (!definition || !probed) return takeAsset(deps, call, data, sent);
  const body = bodyOf(fileKeys, sent);
  readCreate(definition.fields, body);
  return createWithFile(deps, definition, call, { json: body, data, probed, marked: { uploaded: true } });
}

async function takeAsset(deps: CollectionDeps, call: Call, data: SentFile, sent: Body): Promise<Answer> {
  const given = { ...newFile(data, undefined), ...readCreate(Asset.fields, sent) };
  const own = ownIdOf(call);
  return deps.uploads.keep(data, () =>
    writeInCanvas(deps, call, function* (scope) {
      const id = own ?? scope.newId();
      refuseTaken(id, scope);
      scope.insert(Asset, newAsset({ title: '', ...given, id, parent_id: rootOf(scope).id }));
      return id;
    }),
  );
}

/** These keys of what was sent, and a location whose default is the corner of the canvas and not its middle. */
function bodyOf(keys: readonly string[], sent: Body): Body {
  const body = Object.fromEntries(Object.entries(sent).filter(([key]) => keys.includes(key)));
  const { location = null } = body;
  if (location !== null && (typeof location !== 'object' || Array.isArray(location))) return body;
  const given = Object.entries(location ?? {}).filter(([, value]) => value !== null);
  return { ...body, location: { x: 0, y: 0, ...Object.fromEntries(given) } };
}
