/** What holds for all messages. */
export const introduction = `What a display client (a video wall, a desktop, a page) and an Easel server say to each other. Canvases do not travel here: a client reads and writes them over REST.

**This document describes the server:** it *receives* what a client sends, and *sends* what a client receives.

**Connect** by WebSocket, with a token in the header \`Private-Token\` (or \`Authorization: Bearer\`); a page of another origin sends it in its \`hello\`. The first message is \`hello\`, within ten seconds. The server answers with \`welcome\`, and from then on a display is shown by REST, below \`/clients\`.

**Messages** are JSON objects in text frames, each with a \`type\`. A type or key that you do not know is to be ignored. Of what a client sends, \`null\` is the same as a key that was not sent, unless a field says otherwise.

**Requests** carry an \`id\` of their sender. Their answer is \`ack\` or \`nack\`, with that id in \`re\`. What a client sends without an \`id\` is not answered.

**Commands** come from people who steer the client over REST: they wait until it has acknowledged. Each may be repeated without harm. One at a time is on its way for each workspace and for each output.

**Alive:** answer each \`beat\` at once. When nothing has come for three times \`heartbeat_seconds\`, connect anew, with \`resume\`: within the grace of the server nothing is lost.`;
