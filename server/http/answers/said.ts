import { jsonText } from '../../../model/json.ts';
import { type JsonSchema, Schema } from '../../../model/json-schema.ts';

/** `{"msg":"…"}`: the answer of an endpoint that has nothing to show but that it did its work. */
export const said = (msg: string): string => jsonText({ msg });

export const saidSchema = (example: string): JsonSchema =>
  Schema.Object({ msg: Schema.String({ examples: [example] }) }, { title: 'Done' });
