/** What applies to all operations. */
export const introduction = `Collaborative canvases and video walls over REST. Every list and every item can also be followed live.

**Start.** Sign in with \`POST /users/login\`, and send the \`token\` of the answer in the header \`Private-Token\` (or as \`Authorization: Bearer\`). Programs make themselves a permanent token under *Access tokens*. Canvases that are shared by link can be read without one.

**Bodies** are JSON, whatever their content type. An empty body is \`{}\`, unknown keys are ignored, and \`null\` is the same as a key that was not sent unless a field says otherwise. A PATCH changes only what is sent. Files are sent as \`multipart/form-data\`, the file in the part \`data\`.

**Answers** are 200 with JSON, of a DELETE without a body. Every refusal is \`{"msg":"…"}\`, a sentence for people: programs look at the status. A request that is refused has changed nothing and reached no stream. HEAD works wherever GET does. A method that a path does not have is 405 with \`Allow\`; 429 and 503 say in \`Retry-After\` when to try again. New fields may come at any time: ignore what you do not know.

**Ids** of users and groups are integers, all others UUIDs in lower case; home and trash folders have ids of their own. Times are UTC. Colours are \`#RRGGBB\` or \`#RRGGBBAA\`. Places are pixels of the parent widget, from its top left corner.

**Streams.** A GET that takes \`subscribe\` can stay open. Its first line is the body of the plain GET, and then comes one line for each change: an object from an item; from a list an array of the items that changed, each of them whole, or of all items when \`changes=0\` was asked for. What is gone comes once more with \`"state":"deleted"\`. Merge items by \`id\`, drop the deleted ones, skip empty lines, which only keep the connection alive. When it ends, wait a second or two and send the request again; with \`from\`, the \`Easel-Revision\` that was seen last, a list begins with what changed since. The content type is \`application/json\`, because old clients expect that; ask for \`application/x-ndjson\` in \`Accept\` to be given it by its name.`;
