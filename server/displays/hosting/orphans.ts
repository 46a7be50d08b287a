import type { Work } from '../../../model/hooks.ts';
import { Refusal } from '../../../model/refusal.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { unhosted } from '../../../model/widgets/hosted.ts';
import type { DurableView } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { hostedWidget } from './hosted-widgets.ts';
import { writeHost } from './write-host.ts';

interface Deps extends Pick<DisplayDeps, 'store' | 'nodes' | 'scheduler' | 'log'> {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
  /** Whether this node knows of a host of the widget, or is looking for one. */
  readonly isInHand: (canvas: string, widget: string) => boolean;
}

/**
 * Frees widgets of hosts that are no more: their node ended when the display was removed and the widgets were not yet, or one process
 * that served alone left them. That process itself need not: its store forgets hosts when it reads a canvas.
 */
export function freeOrphans(deps: Deps): { close(): void } {
  const { canvases, sessions, nodes, log } = deps;
  let isClosed = nodes.isAlone;
  const close = (): void => {
    isClosed = true;
  };
  if (isClosed) return { close };
  const look = (canvas: string): void => {
    if (isClosed) return;
    freeOn(deps, canvas).catch((cause) => {
      // While the server ends, its database may be closed before a look is over; another node looks, too
      const isGone = isClosed || (cause instanceof Refusal && cause.status === 404);
      // The canvas is looked at again when nodes come or go, or when a display opens it
      if (!isGone) log.error({ err: cause, canvas }, 'a widget is not freed of its host');
    });
  };
  canvases.listen({ loaded: look });
  sessions.listen({
    connected({ workspaces }) {
      for (const canvas of new Set(workspaces.map(({ canvas_id }) => canvas_id))) if (canvas !== '') look(canvas);
    },
  });
  nodes.onTurn(() => {
    for (const canvas of canvases.canvases) look(canvas);
  });
  return { close };
}

async function freeOn(deps: Deps, canvas: string): Promise<void> {
  const { store, scheduler } = deps;
  const hosts = await scheduler.run(hostsOn(await store.load(canvas)));
  if (hosts.length === 0) return;
  // Another node may have let a client in that this one has not heard of yet
  const clients = await store.load(CLIENTS);
  for (const [widget, host] of hosts)
    if (isOrphan(deps, clients, { canvas, widget, host })) await free(deps, canvas, widget, host);
}

function* hostsOn(view: DurableView): Work<(readonly [widget: string, host: string])[]> {
  const hosts: (readonly [string, string])[] = [];
  for (const part of view.list('widgets').parts()) {
    for (const { key } of part) {
      const host = hostedWidget(view, key)?.record.host_id;
      if (host) hosts.push([key, host]);
      yield;
    }
  }
  return hosts;
}

/** The host is no client any more, or a client that is connected here and hosts nothing on this widget, because it began anew. */
function isOrphan(deps: Deps, clients: DurableView, one: { canvas: string; widget: string; host: string }): boolean {
  if (!clients.get(Client, one.host)) return true;
  return deps.sessions.get(one.host)?.connection !== undefined && !deps.isInHand(one.canvas, one.widget);
}

const free = ({ store }: Deps, canvas: string, widget: string, host: string): Promise<boolean> =>
  writeHost(store, { canvas, widget }, ({ record }) => (record.host_id === host ? unhosted(record) : undefined));
