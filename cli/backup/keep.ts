import { type KeepRule, type Period, periods } from '../../server/settings/keep-rule.ts';
import type { Manifest } from './format.ts';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday, and weeks begin on Monday. */
const MONDAY = 3;

/** The period in which a backup falls, in UTC. */
const nameOf: Readonly<Record<Period, (at: string) => string>> = {
  h: (at) => at.slice(0, 13),
  d: (at) => at.slice(0, 10),
  w: (at) => String(Math.floor((Date.parse(at) / DAY_MS + MONDAY) / 7)),
  m: (at) => at.slice(0, 7),
  y: (at) => at.slice(0, 4),
};

/**
 * The backups that the rule does not keep. Only periods that have a backup count, so nothing is lost because a server stood still. The
 * newest backup stays under every rule. `manifests`: the newest first.
 */
export function unkept(rule: KeepRule, manifests: readonly Manifest[]): Manifest[] {
  const used = periods.filter((period) => rule[period] !== undefined);
  if (used.length === 0) return [];
  const kept = new Set(manifests.slice(0, 1));
  for (const period of used) {
    const newest = new Map<string, Manifest>();
    for (const manifest of manifests) {
      const name = nameOf[period](manifest.at);
      if (!newest.has(name)) newest.set(name, manifest);
    }
    for (const manifest of [...newest.values()].slice(0, rule[period])) kept.add(manifest);
  }
  return manifests.filter((manifest) => !kept.has(manifest));
}
