/**
 * Where a text stops being JSON and what should stand there, for a person: `line 1, column 6: expected a value, found "}"`.
 * A parser of our own, because the words of `JSON.parse` differ between versions of Node and often give no position.
 * Undefined: the text is JSON. Not recursive, so that no nesting is too deep for it.
 */
export function jsonFault(text: string): string | undefined {
  const walk = new Walk(text);
  while (!walk.isOver) walk.step();
  return walk.fault && `${placeOf(text, walk.at)}: ${walk.fault}`;
}

/** What may come next, in the words of the fault when something else comes. */
const expected = {
  body: 'an object',
  value: 'a value',
  'first item': 'a value or "]"',
  'first name': 'a name in double quotes or "}"',
  name: 'a name in double quotes',
  colon: '":"',
  'more items': '"," or "]"',
  'more names': '"," or "}"',
  end: 'the end',
} as const;

type Next = keyof typeof expected;

class Walk {
  at = 0;
  fault: string | undefined;
  isOver = false;
  #next: Next = 'body';
  /** The open objects and arrays, the innermost last; true for an object. */
  readonly #open: boolean[] = [];
  readonly #scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  readonly #escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

  constructor(private readonly text: string) {}

  step(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
    const found = this.text[this.at];
    if (found === undefined) return this.#end();
    if (!this.#take(found)) this.#fail(`expected ${expected[this.#next]}, found ${shown(this.text, this.at)}`);
  }

  /** Takes one token. False: it is not what was expected. */
  #take(found: string): boolean {
    const next = this.#next;
    if (next === 'end') return false;
    if (next === 'colon') return found === ':' && this.#mark('value');
    if (next === 'more items' || next === 'more names') return this.#takeSeparator(found, next);
    if (next === 'first item' && found === ']') return this.#close();
    if (next === 'first name' && found === '}') return this.#close();
    if (next === 'name' || next === 'first name') return found === '"' && this.#takeText('colon');
    return this.#takeValue(found);
  }

  #takeSeparator(found: string, next: 'more items' | 'more names'): boolean {
    const isObject = next === 'more names';
    if (found === ',') return this.#mark(isObject ? 'name' : 'value');
    return found === (isObject ? '}' : ']') && this.#close();
  }

  #takeValue(found: string): boolean {
    if (found === '{' || found === '[') {
      this.#open.push(found === '{');
      return this.#mark(found === '{' ? 'first name' : 'first item');
    }
    if (found === '"') return this.#takeText(this.#following());
    this.#scalar.lastIndex = this.at;
    const length = this.#scalar.exec(this.text)?.[0].length ?? 0;
    if (length === 0) return false;
    this.at += length;
    this.#next = this.#following();
    return true;
  }

  /** Takes a text in quotes. A fault inside it has a message of its own. */
  #takeText(next: Next): boolean {
    const { text } = this;
    for (this.at++; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === QUOTE) return this.#mark(next);
      if (code < 0x20) return this.#fail(`in a text ${shown(text, this.at)} is written with a backslash`);
      if (code !== BACKSLASH) continue;
      this.#escape.lastIndex = this.at;
      const length = this.#escape.exec(text)?.[0].length;
      if (length === undefined) return this.#fail('a backslash in a text is written \\\\');
      this.at += length - 1;
    }
    return this.#fail('expected the closing quote of a text, found the end');
  }

  #close(): boolean {
    this.#open.pop();
    return this.#mark(this.#following());
  }

  /** Takes one character. */
  #mark(next: Next): true {
    this.at++;
    this.#next = next;
    return true;
  }

  #following(): Next {
    const inner = this.#open.at(-1);
    if (inner === undefined) return 'end';
    return inner ? 'more names' : 'more items';
  }

  #end(): void {
    if (this.#next === 'end') this.isOver = true;
    else this.#fail(`expected ${expected[this.#next]}, found the end`);
  }

  /** Returns true, because the fault is already reported. */
  #fail(fault: string): true {
    this.fault = fault;
    this.isOver = true;
    return true;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** The character there, in quotes. */
const shown = (text: string, at: number): string => JSON.stringify(String.fromCodePoint(text.codePointAt(at)!));

function placeOf(text: string, at: number): string {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return `line ${line}, column ${at - start + 1}`;
}
