/** POST, and PATCH, which two SDKs send: it is the same under a name of its own (canvases contract 3.3). */
export const bothVerbs = (operation: string, about: string) =>
  [
    { method: 'POST', operation, about },
    { method: 'PATCH', operation: `${operation}ByPatch`, about: `The same as POST. ${about}` },
  ] as const;
