/**
 * The peers of the fan-out: servers that pass on what one client sends to all others, and store nothing. `ws`: the
 * plain library, one send for each client. `hocuspocus`: a server of Yjs documents, which puts the changes of one turn
 * into one message.
 */
import { Server } from '@hocuspocus/server';
import { WebSocketServer } from 'ws';
import { answerCalls } from '../lib/calls.mjs';

const servers = {
  ws() {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (from) =>
      from.on('message', (message) => {
        for (const client of server.clients) if (client !== from) client.send(message, { binary: true });
      }),
    );
    return new Promise((resolve) => server.once('listening', () => resolve(server.address().port)));
  },
  async hocuspocus() {
    // Otherwise it would close readers that never send anything
    const server = new Server({ quiet: true, stopOnSignals: false, timeout: 3_600_000 });
    await new Promise((resolve) => server.httpServer.listen(0, '127.0.0.1', resolve));
    return server.httpServer.address().port;
  },
};

answerCalls({
  listen: ({ kind }) => servers[kind](),
  /** Processor time of all threads since the start, in microseconds. */
  processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
});
