import { escapeHtml } from '../../model/html.ts';
import type { FactText, MailValues, Texts, Wording } from '../../texts/mail.ts';

/** The three forms of a mail's text. */
export interface RenderedMail {
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

export interface MailContent {
  /** Tag of the language, `de`. */
  readonly language: string;
  readonly texts: Texts;
  readonly mail: keyof Texts['mails'];
  readonly facts: MailValues;
  /** Where the button leads; undefined in a mail without one. */
  readonly link?: string;
}

/** Writes a mail in words, as plain text and as HTML, which say the same. */
export function render({ language, texts, mail, facts, link }: MailContent): RenderedMail {
  const wording = texts.mails[mail](facts);
  const footer = texts.footer(facts);
  return {
    subject: plainly(wording.subject),
    plain: plainText(wording, link, footer),
    html: htmlText({ language, texts, wording, link, footer }),
  };
}

function plainText({ greeting, before, after }: Wording, link: string | undefined, footer: FactText): string {
  const paragraphs = [greeting, ...before].map(plainly);
  if (link !== undefined) paragraphs.push(link);
  return `${[...paragraphs, ...after.map(plainly), `-- \n${plainly(footer)}`].join('\n\n')}\n`;
}

/** Facts from right to left are isolated, so that they do not turn around the words beside them. */
const plainly = (said: FactText): string => filled(said, (fact) => (isRightToLeft(fact) ? `\u2068${fact}\u2069` : fact));

const isRightToLeft = (text: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

const marked = (said: FactText): string =>
  filled({ ...said, texts: said.texts.map(escapeHtml) }, (fact) => `<bdi>${escapeHtml(fact)}</bdi>`);

const filled = ({ texts, facts }: FactText, fact: (text: string) => string): string =>
  texts.map((text, at) => text + (at < facts.length ? fact(facts[at]!) : '')).join('');

interface Page {
  readonly language: string;
  readonly texts: Texts;
  readonly wording: Wording;
  readonly link: string | undefined;
  readonly footer: FactText;
}

/** Colours that are told apart in light and dark: what a mail program does not know of the style, it leaves out. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 12px;background:#f6f4f0;color:#23201a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:14px;overflow-wrap:anywhere}
p{margin:0 0 16px}
.small{font-size:14px;color:#645d51}
a{color:#2f5bdb}
footer{max-width:560px;margin:16px auto 0;padding:0 24px;font-size:14px;color:#645d51;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){body{background:#171614;color:#f3efe8}main{background:#211f1c}a{color:#93b1ff}.small,footer{color:#b6ae9f}}
`;

/** In the element itself, for programs that drop the style of the page; readable in light and dark. */
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#2f5bdb;color:#ffffff;font-weight:600;text-decoration:none';

/** Nothing in it is loaded from anywhere. */
function htmlText({ language, texts, wording, link, footer }: Page): string {
  const paragraphs = (some: readonly FactText[]): string[] => some.map((said) => `<p>${marked(said)}</p>`);
  return [
    `<!doctype html>`,
    `<html lang="${language}" dir="${texts.direction}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${marked(wording.subject).replace(/<\/?bdi>/g, '')}</title><style>${style}</style></head>`,
    `<body><main>`,
    ...paragraphs([wording.greeting, ...wording.before]),
    ...(link === undefined ? [] : button(texts, wording, escapeHtml(link))),
    ...paragraphs(wording.after),
    `</main><footer><p>${marked(footer)}</p></footer></body>`,
    `</html>`,
    '',
  ].join('\n');
}

/** The whole address stands below, for programs without buttons and for people who want to see where it leads. */
const button = ({ insteadOfButton }: Texts, wording: Wording, link: string): string[] => [
  `<p><a style="${buttonStyle}" href="${link}">${escapeHtml(wording.button ?? '')}</a></p>`,
  `<p class="small">${escapeHtml(insteadOfButton)}<br><a href="${link}">${link}</a></p>`,
];
