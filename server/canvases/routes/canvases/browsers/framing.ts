import { jsonText } from '../../../../../model/json.ts';
import { Schema } from '../../../../../model/json-schema.ts';
import { isLivePath } from '../../../../../model/live-page.ts';
import { typedAddress } from '../../../../../model/web-address.ts';
import { Browser } from '../../../../../model/widgets/browser.ts';
import { tagOf } from '../../../../../model/widgets/collection.ts';
import { type CanvasDeps, canvasScope, canvasView, versionOfType } from '../../../../collections/deps.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import { type Framing, type FramingAnswers, framings } from '../../../../outgoing/framing.ts';

interface Deps extends CanvasDeps {
  readonly framing: FramingAnswers;
}

/** Whether the page of a browser widget lets itself be shown in a frame of this server's page (interface/widgets 6.1). */
export const framingRoutes = (deps: Deps): Route[] => [
  {
    method: 'GET',
    path: '/canvases/:canvas_id/browsers/:widget_id/framing',
    operation: 'getFraming',
    tag: tagOf(Browser),
    summary: 'Whether the page of a browser can be shown in a frame',
    about:
      'The server asks public addresses only, once for all who look, and reads only their headers. `unknown`: it did not ask, so try it. `unreachable`: nobody answered the server.',
    file: 'server/canvases/routes/canvases/browsers/framing.ts',
    access: deps.rules.viewCanvasOrLink,
    scope: canvasScope,
    answer: shape,
    async handle(call) {
      const { shown } = versionOfType(canvasView(deps, call.params), Browser, call.params.widget_id!);
      const { url } = JSON.parse(shown) as Browser;
      return jsonText({ url, framing: await framingOf(deps, call, url) });
    },
  },
];

const shape = Schema.Object(
  {
    url: Schema.String({ description: 'The address that the answer is about' }),
    framing: Schema.Union(framings.map((one) => Schema.Literal(one))),
  },
  { title: 'Framing' },
);

async function framingOf({ framing }: Deps, { origin, headers, params }: Call, url: string): Promise<Framing> {
  const address = typedAddress(url);
  const around = new URL(origin);
  if (!address) return 'unknown';
  // Pages of this server forbid it themselves, but for one
  const isOwn = address.host === around.host || address.host === headers.host;
  if (isOwn) return isLivePath(address.pathname) ? 'allowed' : 'forbidden';
  return framing.ask(address, around, params.canvas_id!);
}
