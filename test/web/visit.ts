import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import type { Looking, useChromium } from '../kit/chromium.ts';
import type { Easel, Person } from '../kit/easel.ts';
import type { Also, Look } from './looked-at.ts';
import { calm, isStill, type World } from './world.ts';

export interface Visits {
  readonly easel: Easel;
  readonly chromium: ReturnType<typeof useChromium>;
  readonly world: World;
}

const sizes = {
  390: { width: 390, height: 844 },
  1400: { width: 1400, height: 900 },
  3840: { width: 3840, height: 2160 },
} as const;
export type Width = keyof typeof sizes;

/** Opens the page of a look, does what a person does there, and waits until nothing changes any more. */
export async function visit({ easel, chromium, world }: Visits, look: Look, width: Width, also?: Also): Promise<Page> {
  const sockets = cutter();
  // Whoever was there before is gone
  easel.clock.advance(60_000);
  const before = (more?: Look['before']) => async (context: BrowserContext) => {
    await calm(context, world.now);
    await context.addInitScript(
      (scale) => {
        if (window === top) localStorage.setItem('easel-scale', scale);
      },
      also === 'scale' ? '2' : '1',
    );
    await more?.(context);
  };
  const persons: Readonly<Record<string, Person>> = { kim: world.kim, bo: world.bo, pia: world.pia, admin: easel.admin };
  const path = typeof look.path === 'string' ? look.path : look.path(world);
  const page = await chromium.page(path, {
    mayLog: look.logs,
    ...sizes[width],
    ...lookings[also ?? 'scale'],
    as: look.as && persons[look.as],
    before: before(async (context) => {
      await sockets.watch(context);
      await look.before?.(context);
    }),
  });
  const other = async (who: Person, where: string): Promise<Page> => {
    const beside = await chromium.page(where, { as: who, before: before() });
    page.context().once('close', () => void beside.context().close());
    return beside;
  };
  if (look.act) await isStill(page);
  await look.act?.(page, { world, other, cut: sockets.cut, pass: (ms) => easel.clock.advance(ms) });
  await isStill(page);
  return page;
}

const lookings: Readonly<Record<Also, Looking>> = {
  contrast: { contrast: 'more' },
  forced: { forced: true },
  german: { lang: 'de' },
  scale: {},
};

function cutter() {
  const open: WebSocketRoute[] = [];
  let isCut = false;
  return {
    watch: (context: BrowserContext) =>
      context.routeWebSocket(/./, (socket) => {
        if (isCut) return void socket.close();
        socket.connectToServer();
        open.push(socket);
      }),
    cut(): void {
      isCut = true;
      for (const socket of open) void socket.close();
    },
  };
}
