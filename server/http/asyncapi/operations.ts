import type { MessageKind } from '../../../model/displays/message.ts';
import { Hello, Nack, Welcome } from '../../../model/displays/session.ts';
import type { Json } from '../openapi/json.ts';
import { type Direction, inChannel, type NameOf } from './messages.ts';

type All = readonly (readonly [MessageKind, Direction])[];

const channel = { $ref: '#/channels/display' };

/** What the server does with each message. Answers are no operations of their own: they stand at what they answer. */
export function operationsOf(all: All, nameOf: NameOf): Json {
  const asked = all.filter(([{ type }]) => type !== 'ack' && type !== 'nack');
  return Object.fromEntries(
    asked.map(([kind, from]) => {
      const name = nameOf(kind, from);
      const operation = {
        action: from === 'client' ? 'receive' : 'send',
        channel,
        title: from === 'client' ? `The client sends ${kind.type}` : `The server sends ${kind.type}`,
        summary: kind.about,
        messages: [inChannel(name)],
        ...replyTo(kind, from, all, nameOf),
      };
      return [`${from}-${kind.type}`, operation];
    }),
  );
}

function replyTo(kind: MessageKind, from: Direction, all: All, nameOf: NameOf): Json {
  const answers = answersOf(kind, from === 'client' ? 'server' : 'client', all);
  if (answers.length === 0) return {};
  return { reply: { channel, messages: answers.map(([one, by]) => inChannel(nameOf(one, by))) } };
}

function answersOf(kind: MessageKind, by: Direction, all: All): (readonly [MessageKind, Direction])[] {
  if (kind === Hello) return all.filter(([one]) => one === Welcome || one.type === 'error');
  if (kind.answered === 'never') return [];
  return all.filter(([one, from]) => from === by && (one.type === 'ack' || one === Nack));
}
