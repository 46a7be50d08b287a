/** Escapes a text for a page or a mail, also within an attribute in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
