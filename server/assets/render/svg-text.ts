/**
 * Does a text begin as an SVG document? After a byte order mark, blanks, the XML declaration, processing
 * instructions, comments and a document type, the first element must be `svg`, with any prefix. An HTML page that contains
 * an `svg` is not one. Looks only at `head`, in one pass.
 */
export function startsSvg(head: Buffer): boolean {
  const text = decoded(head);
  let at = 0;
  for (;;) {
    at = skipBlanks(text, at);
    if (text[at] !== '<') return false;
    const end = endOfMarkup(text, at);
    if (end === undefined) return /^<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text.slice(at, at + 300));
    if (end < 0) return false;
    at = end;
  }
}

/**
 * The same document in UTF-8. A UTF-16 document loses its XML declaration, which would state the wrong encoding and
 * nothing else of use; all others are unchanged.
 */
export function svgInUtf8(bytes: Buffer): Buffer {
  const text = fromUtf16(bytes);
  return text === undefined ? bytes : Buffer.from(text.replace(/^\s*<\?xml\s[^>]*\?>/, ''));
}

function decoded(head: Buffer): string {
  const text = fromUtf16(head) ?? head.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Undefined without the byte order mark of UTF-16. */
function fromUtf16(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (first === 0xfe && second === 0xff) return swapped(bytes.subarray(2)).toString('utf16le');
  return undefined;
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? '-')) at += 1;
  return at;
}

/** Skips one item before the first element. Undefined: an element begins here; -1: the item has no end. */
function endOfMarkup(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4);
  if (text.startsWith('<?', at)) return behind(text, '?>', at + 2);
  if (text.startsWith('<!DOCTYPE', at)) return behindDoctype(text, at);
  return undefined;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Skips a document type, which may hold declarations in brackets, which in turn may hold `>`. */
function behindDoctype(text: string, at: number): number {
  const close = text.indexOf('>', at);
  const bracket = text.indexOf('[', at);
  if (bracket < 0 || (close >= 0 && close < bracket)) return close < 0 ? -1 : close + 1;
  const end = /\]\s*>/g;
  end.lastIndex = bracket;
  return end.test(text) ? end.lastIndex : -1;
}
