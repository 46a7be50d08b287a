import { type Body, readCreate } from '../../model/field.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { createRecord } from '../../model/writing.ts';
import type { ProbedFile } from '../assets/render/types.ts';
import { newFile } from '../assets/uploads.ts';
import { fileOf, readJsonForm, type SentFile, type UploadForm, withForm } from '../http/bodies/upload-form.ts';
import type { Answer, Call } from '../http/routing/route.ts';
import type { Write } from './behaviour.ts';
import { clone } from './clone.ts';
import { readCloning } from './clone-widget.ts';
import type { CollectionDeps } from './deps.ts';
import { namesFile } from './file-by-hash.ts';
import { givenId } from './own-id.ts';
import { writeInCanvas } from './submit.ts';
import { widgetCreateSchema } from './widget-schemas.ts';
import { createByJson } from './write-widgets.ts';
import { createBody } from './zero-depth.ts';

/**
 * The create of a type that has a file takes a form, or a JSON body that asks for a clone or names a file of the canvas by its hash
 * (interface/widgets 5.1, 5.8, 14). Only the form has a schema, because generated code cannot send files when an operation has two kinds of bodies.
 */
export const uploading = (deps: CollectionDeps, definition: AnyWidget): Write => ({
  multipart: { data: 'always', json: widgetCreateSchema(definition) },
  handle(call) {
    if (call.isMultipart) return withForm(call, deps.uploads, (form) => take(deps, definition, call, form));
    refuseWithoutFile(definition, call);
    return createByJson(deps, definition, call);
  },
});

/** A form may ask for a clone of a type without files, by a part `json` alone. All other forms are refused. */
export async function cloneByForm(deps: CollectionDeps, definition: AnyWidget, call: Call): Promise<Answer> {
  const json = await readJsonForm(call);
  const cloning = json && readCloning(definition, json);
  if (!cloning) throw refuse.invalidJson('the body is multipart/form-data, which is taken here for a clone only');
  return clone(deps, definition, call, cloning);
}

/** A JSON body that names no file, or is no JSON, is refused because it is not multipart. */
function refuseWithoutFile(definition: AnyWidget, call: Call): void {
  const body = bodyOf(call);
  if (!readCloning(definition, body) && !namesFile(body)) throw refuse.notMultipart();
}

function bodyOf(call: Call): Body {
  try {
    return call.body;
  } catch (error) {
    if (error instanceof Refusal) throw refuse.notMultipart();
    throw error;
  }
}

async function take(deps: CollectionDeps, definition: AnyWidget, call: Call, form: UploadForm): Promise<Answer> {
  const json = createBody(deps, form.json ?? {});
  const cloning = form.data?.bytes ? undefined : readCloning(definition, json);
  if (cloning) return clone(deps, definition, call, cloning);
  const data = fileOf(form);
  // A wrong body is refused before the file is looked at and kept; the command reads the body again
  readCreate(definition.fields, json);
  const probed = await deps.uploads.look(data, call.requester);
  if (probed?.kind !== definition.widget.upload) {
    throw refuse.invalid(`Unsupported file type for ${definition.widget.path}`);
  }
  return createWithFile(deps, definition, call, { json, data, probed });
}

/** What a widget with a file is made from. `marked`: values that the server gives, besides those of the file. */
export interface Uploaded {
  readonly json: Body;
  readonly data: SentFile;
  readonly probed: ProbedFile;
  readonly marked?: object;
}

/** Keeps the file, and then makes the widget that has it. */
export async function createWithFile(
  deps: CollectionDeps,
  definition: AnyWidget,
  call: Call,
  { json, data, probed, marked }: Uploaded,
): Promise<Answer> {
  const given = { ...newFile(data, probed), ...marked, ...givenId(call) };
  return deps.uploads.keep(data, () => writeInCanvas(deps, call, (scope) => createRecord(definition, json, scope, given)));
}
