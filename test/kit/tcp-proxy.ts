import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a service that a test can cut, block and mend. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and refuses new ones, as a service that was stopped does. */
  cut(): Promise<void>;
  /** Lets nothing through, in no direction, and says nothing, as a broken network does. */
  block(): void;
  /**
   * Blocks like `block`, from the moment when a client has sent bytes in which `text` is found, which still arrive. Resolves
   * then.
   */
  blockBehind(text: RegExp): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isBlocked = false;
  let behind: { readonly text: RegExp; readonly passed: () => void } | undefined;
  const watch = (bytes: Buffer): void => {
    if (behind === undefined || !behind.text.test(bytes.toString('latin1'))) return;
    isBlocked = true;
    behind.passed();
    behind = undefined;
  };
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isBlocked) socket.pause();
    return socket;
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => void (isBlocked || to.write(bytes)));
    from.on('close', () => to.destroy());
  };
  const server: Server = createServer((inner) => {
    const outer = connect({ host, port });
    pass(keep(inner), keep(outer));
    inner.on('data', watch);
    pass(outer, inner);
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    cut,
    block: () => void (isBlocked = true),
    blockBehind: (text) =>
      new Promise((passed) => {
        behind = { text, passed };
      }),
    async mend() {
      // What was swallowed is gone, so those connections are of no use any more
      if (isBlocked) for (const socket of sockets) socket.destroy();
      isBlocked = false;
      if (!server.listening) await listen(own);
    },
    close: cut,
  };
}
