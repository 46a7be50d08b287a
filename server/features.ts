import { files } from './assets/feature.ts';
import { audit } from './audit/feature.ts';
import { backups } from './backups/feature.ts';
import { batch } from './batch/feature.ts';
import { canvases } from './canvases/feature.ts';
import { resources, widgets } from './collections/feature.ts';
import { clients } from './displays/feature.ts';
import type { NeedsOf } from './feature.ts';
import { health } from './health/feature.ts';
import { licence } from './licence/feature.ts';
import { mail } from './mail/feature.ts';
import { monitoring } from './monitoring/feature.ts';
import { operator } from './operator/feature.ts';
import { previews } from './previews/feature.ts';
import { serverConfig } from './server-config/feature.ts';
import { signOn } from './sign-on/feature.ts';
import { users } from './users/feature.ts';

/**
 * Everything that the server can do above its engine. The order is that of the groups in the API document, and that in which jobs start.
 * A new feature is a folder, and its line here.
 */
export const features = [
  serverConfig,
  health,
  signOn,
  resources,
  users,
  licence,
  clients,
  canvases,
  widgets,
  batch,
  files,
  audit,
  previews,
  mail,
  backups,
  operator,
  monitoring,
] as const;

/** What the server hands to its features. */
export type FeatureDeps = NeedsOf<(typeof features)[number]>;
