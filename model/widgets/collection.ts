import type { Collection } from '../resource.ts';
import type { Tag, Verb, VerbName } from '../verb.ts';
import type { WidgetFacts } from './common.ts';

interface NamedWidget {
  readonly name: string;
  readonly widget: WidgetFacts;
}

/** The collection of a widget type below a canvas (interface/widgets 1.11); undefined for types that only the server makes. */
export function collectionOf(definition: NamedWidget): Collection | undefined {
  const { path } = definition.widget;
  if (path === '') return undefined;
  return {
    path: `/canvases/:canvas_id/${path}`,
    param: 'widget_id',
    scope: 'canvas',
    tag: tagOf(definition),
    ownIds: true,
    longTexts: true,
    verbs: verbsOf(definition),
  };
}

function verbsOf(definition: NamedWidget): Record<VerbName, Verb> {
  const { linkShared, conflicts, called } = definition.widget;
  const reader = linkShared ? 'viewCanvasOrLink' : 'viewCanvas';
  const refusals = conflicts ? [409] : [];
  return {
    list: { who: reader, summary: `All ${many(definition)} of a canvas, in creation order` },
    get: { who: reader, summary: `One ${called}` },
    create: { who: 'editCanvas', summary: `Creates ${one(definition)}`, about: creationRules(definition.widget), refusals },
    update: {
      who: 'editCanvas',
      summary: `Changes what is sent of ${one(definition)}`,
      about: 'Parts of objects may be sent one by one. A PATCH that changes nothing writes nothing and reaches no stream.',
      refusals,
    },
    delete: {
      who: 'editCanvas',
      summary: `Deletes ${one(definition)} and all that goes with it`,
      about: 'That is what stands in it, strokes on it, and connectors that end at any of these.',
    },
  };
}

/** What a create takes besides the body that its schema describes. */
function creationRules({ upload, clonable, called }: WidgetFacts): string {
  const copy = `a copy of that ${called} with its strokes.`;
  if (upload) {
    return `The file is the part \`data\` of a form, what else is to be set its part \`json\`. JSON with \`source_canvas_id\`, \`source_widget_id\` and, if you like, \`location\` makes ${copy}`;
  }
  return clonable ? `With \`source_canvas_id\` and \`source_widget_id\` it is ${copy}` : '';
}

/** `a note`, `an IP video` */
export const one = ({ widget: { called } }: NamedWidget): string => `${hasVowelSound(called) ? 'an' : 'a'} ${called}`;

export const tagOf = (definition: NamedWidget): Tag => ({ name: capital(many(definition)), about: definition.widget.about });

const many = ({ widget: { called } }: NamedWidget): string => `${called}s`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The letters of an abbreviation are spoken by name: an RDP connection. */
const hasVowelSound = (words: string): boolean => /^([aeiou]|[AEFHILMNORSX][A-Z])/.test(words);
