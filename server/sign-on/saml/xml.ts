import { createRequire } from 'node:module';
import { SamlFault } from './saml-fault.ts';

/**
 * The members of a DOM element that are used here: the types of the library would declare all of a browser for the whole server.
 */
export interface XmlElement {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly parentNode: unknown;
  readonly textContent: string;
  readonly childNodes: ArrayLike<XmlElement & { readonly nodeType: number }>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
}

interface XmlDom {
  readonly DOMParser: new (options: {
    readonly errorHandler: (level: string, message: unknown) => void;
  }) => { parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null } };
}

/**
 * The responses of identity providers have 4 to 20 KiB, with hundreds of groups 40. Verifying this many characters takes one turn
 * of some 20 ms.
 * @bound Characters of a SAML response: the sign-in is refused.
 */
export const mostXmlLength = 64 * 1024;
/** @bound Elements of a SAML response: the sign-in is refused. */
const MOST_ELEMENTS = 1000;
const MOST_ATTRIBUTES = 32;
const DEEPEST = 24;

/**
 * The root element of a document of an identity provider. Refuses, before any parser sees it, what such a document never has and
 * attacks are made of: document types, entities, comments, CDATA, processing instructions, and more of anything than the bounds
 * allow. Throws a SamlFault.
 */
export function readXml(text: string): XmlElement {
  if (text.length > mostXmlLength) throw new SamlFault('too large', `the document has more than ${mostXmlLength} characters`);
  const fault = faultIn(text);
  if (fault !== undefined) throw new SamlFault('not readable', fault);
  const root = parse(text);
  if (!root) throw new SamlFault('not readable', 'the document has no element');
  return root;
}

/** Loaded at the first use. */
const load = createRequire(import.meta.url);

function parse(text: string): XmlElement | null {
  const { DOMParser } = load('@xmldom/xmldom') as XmlDom;
  // Also warnings: the parser repairs what it warns of, and another reader of the same text may repair it otherwise
  const refuse = (_level: string, message: unknown): never => {
    throw new SamlFault('not readable', String(message).slice(0, 200));
  };
  try {
    return new DOMParser({ errorHandler: refuse }).parseFromString(text, 'text/xml').documentElement;
  } catch (cause) {
    if (cause instanceof SamlFault) throw cause;
    throw new SamlFault('not readable', 'the document is no XML');
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of these
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const declaration = /^\ufeff?<\?xml [^<>?]*\?>/;
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;
const numeric = /&#(?:x([\da-fA-F]+)|(\d+));/g;
/** A tag with its attributes. Every character can begin only one of the alternatives, so it takes linear time. */
const tag = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

function faultIn(text: string): string | undefined {
  const body = text.replace(declaration, '');
  if (body.includes('<!')) return 'it has a document type, a comment or CDATA';
  if (body.includes('<?')) return 'it has a processing instruction';
  if (control.test(body)) return 'it has a control character';
  if (entity.test(body)) return 'it has an entity that XML does not define';
  for (const [, hex, decimal] of body.matchAll(numeric)) {
    if (!isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))) return 'it has a reference to no character';
  }
  return faultInTags(body);
}

/** XML 1.0, section 2.2. */
const isCharacter = (code: number): boolean =>
  code === 0x9 || code === 0xa || code === 0xd || (code >= 0x20 && code <= 0x10ffff && !isNoText(code));
const isNoText = (code: number): boolean => (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;

function faultInTags(body: string): string | undefined {
  let tags = 0;
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  for (const [found] of body.matchAll(tag)) {
    tags++;
    if (quotesIn(found) > 2 * MOST_ATTRIBUTES) return `an element has more than ${MOST_ATTRIBUTES} attributes`;
    if (found.startsWith('</')) depth--;
    else {
      elements++;
      if (!found.endsWith('/>')) depth++;
      deepest = Math.max(deepest, depth);
    }
  }
  if (tags !== body.split('<').length - 1) return 'a tag is not closed';
  if (elements > MOST_ELEMENTS) return `it has more than ${MOST_ELEMENTS} elements`;
  return deepest > DEEPEST ? `it has more than ${DEEPEST} elements inside one another` : undefined;
}

/** At least those around the values. */
const quotesIn = (text: string): number => text.split(/["']/).length - 1;

const ELEMENT = 1;

export const childrenOf = ({ childNodes }: XmlElement): XmlElement[] =>
  Array.from(childNodes).filter(({ nodeType }) => nodeType === ELEMENT);

/** The child elements with this name. */
export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  childrenOf(element).filter((child) => child.namespaceURI === namespace && child.localName === name);

/** All elements with this name below an element. */
export const allNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(element.getElementsByTagNameNS(namespace, name));

/** Undefined: it is not there. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.hasAttribute(name) ? element.getAttribute(name) : undefined;

/** The text of an element that has nothing else; undefined when it has elements in it. */
export const textOf = (element: XmlElement): string | undefined =>
  childrenOf(element).length > 0 ? undefined : element.textContent.trim();
