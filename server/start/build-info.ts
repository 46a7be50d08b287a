import { readFileSync } from 'node:fs';

/** `0.1.0 [a91c3e07b0d2]`: version and build id (scripts/steps/build-id.mjs), as the build wrote them; from sources `source`. */
export function buildVersion(): string {
  try {
    const { version, build } = JSON.parse(readFileSync(new URL('../../build.json', import.meta.url), 'utf8'));
    return `${version} [${build}]`;
  } catch {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    return `${version} [source]`;
  }
}
