import { refuse } from '../../model/refusal.ts';
import type { Answers } from './answer.ts';
import { base, type Endpoint, explain, segmentsOf } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { Pages } from './pages.ts';

/** Answers what no route and no page takes: OPTIONS on any path, wrong methods, unknown paths (conventions 1.1, 1.5, 1.7). */
export function createUnrouted(endpoints: readonly Endpoint[], pages: Pages, answers: Answers): (exchange: Exchange) => void {
  const types = new Set(endpoints.map(({ path }) => segmentsOf(path)[0]));
  const pagePaths = new Set(pages.all.map((page) => page.path));
  return (exchange) => {
    if (exchange.request.method === 'OPTIONS') return answers.preflight(exchange);
    const segments = decodedSegments(exchange.request.url ?? '');
    if (segments === undefined) return answers.error(exchange, refuse.invalidUrl());
    if (pagePaths.has(`/${segments.join('/')}`)) return answers.error(exchange, refuse.methodNotAllowed('GET, HEAD'));
    if (segments[0] !== 'api') return pages.showMissing(exchange);
    if (segments[1] !== 'v1') {
      const hint = types.has(segments[1]) ? `every path begins with ${base}` : '';
      return answers.error(exchange, refuse.unknownType(segments[1] ?? 'api', hint));
    }
    const reason = explain(endpoints, segments.slice(2));
    if ('allow' in reason) answers.error(exchange, refuse.methodNotAllowed(reason.allow));
    else answers.error(exchange, reason.refusal);
  };
}

/** Split first and decoded then, so that `%2f` stays inside its segment. */
function decodedSegments(url: string): string[] | undefined {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');
  try {
    return segmentsOf(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
