import type { UpgradedConnection, UpgradeRoute } from '../../server/http/routing/route.ts';
import { administrator, described, signedIn } from './dummy-server.ts';

/** The answer to every handshake of the routes below. */
export const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n';

/** Routes that leave HTTP for a protocol that echoes everything, and the connections that they were given. */
export function upgradeRoutes(): { readonly routes: UpgradeRoute[]; readonly taken: UpgradedConnection[] } {
  const taken: UpgradedConnection[] = [];
  const route = (path: string, more: Partial<UpgradeRoute> = {}): UpgradeRoute => ({
    ...described,
    operation: `connect ${path}`,
    method: 'GET',
    path,
    access: signedIn,
    answer: 'never',
    protocol: 'Echo',
    take: echo,
    ...more,
  });
  const echo = (upgraded: UpgradedConnection): void => {
    taken.push(upgraded);
    const { socket, head, closing } = upgraded;
    socket.write(SWITCHED);
    socket.write(head);
    socket.on('data', (bytes) => socket.write(bytes));
    closing.addEventListener('abort', () => socket.write('goodbye'));
  };
  const flood = (upgraded: UpgradedConnection): void => {
    taken.push(upgraded);
    upgraded.socket.write(SWITCHED);
    const more = (): void => {
      while (upgraded.socket.write(Buffer.alloc(64 * 1024)));
    };
    upgraded.socket.on('drain', more);
    more();
  };
  const fail = (): never => {
    throw new Error('cannot take it');
  };
  return {
    taken,
    routes: [
      route('/echo'),
      route('/administration', { access: administrator }),
      route('/canvases/:canvas_id/echo', { scope: ({ canvas_id = '' }) => canvas_id }),
      route('/flood', { take: flood }),
      route('/fault', { take: fail }),
    ],
  };
}
