import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEasel } from './app.ts';
import { systemClock } from './clock.ts';
import { asyncApiText } from './http/asyncapi/document.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { endpointsText } from './http/pages/endpoints-text.ts';
import { metricsPage } from './monitoring/metrics-page.ts';
import { readSettings } from './settings.ts';

/** The documents that follow from the route table of a real server, and from the messages of displays: path in the repository to text. */
export async function documents(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-'));
  const settings = readSettings({ EASEL_DATA_DIR: folder, EASEL_ADMIN_PASSWORD: 'documents' });
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const easel = await createEasel({ settings, clock: systemClock, log, fatal: (cause) => Promise.reject(cause) });
  try {
    return {
      'docs/asyncapi.json': asyncApiText(),
      'docs/metrics.md': metricsPage(easel.metrics.described),
      'docs/endpoints.txt': endpointsText(easel.routes),
      'docs/openapi.json': `${JSON.stringify(openApiDocument(easel.routes), null, 2)}\n`,
    };
  } finally {
    await easel.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
