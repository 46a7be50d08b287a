import { type Body, type Field, sentValue } from '../../model/field.ts';

/** What the creates of canvases and folders have in common; `''`: not sent. */
export interface NewPlace {
  readonly name: string;
  readonly folder_id: string;
}

/** A blank name counts as not sent. 400 wrong types, a name over 255 characters. */
export function readNewPlace(fields: { readonly name: Field<string>; readonly folder_id: Field<string> }, body: Body): NewPlace {
  return { name: readName(fields.name, body), folder_id: readFolderId(fields.folder_id, body) };
}

/** UUIDs are read in any letter case (conventions 1.1). */
export const readFolderId = (field: Field<string>, body: Body): string => {
  const sent = sentValue(body, 'folder_id', field);
  const id = sent === undefined ? '' : field.type.read(sent, 'folder_id', undefined);
  return /^[0-9a-f-]{36}$/i.test(id) ? id.toLowerCase() : id;
};

/** `''`: not sent, or blank. */
export function readName(field: Field<string>, body: Body): string {
  const sent = sentValue(body, 'name', field);
  if (sent === undefined || (typeof sent === 'string' && sent.trim() === '')) return '';
  return field.type.read(sent, 'name', undefined);
}
