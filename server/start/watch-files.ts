import type { Membership } from '../nodes/membership.ts';
import { s3Address } from '../settings/asset-address.ts';
import type { Settings } from '../settings.ts';

interface Deps {
  readonly settings: Pick<Settings, 'assetsUrl'>;
  readonly nodes: Pick<Membership, 'others' | 'onTurn'>;
  readonly log: { error(fields: object, text: string): void };
}

/** Whether files are in the data folder while other nodes have others; the first time, the log gets a line. Asked at any time. */
export function watchFiles({ settings, nodes, log }: Deps): () => boolean {
  if (s3Address(settings.assetsUrl)) return () => false;
  const areApart = (): boolean => nodes.others.length > 0;
  let isSaid = false;
  const look = (): void => {
    if (isSaid || !areApart()) return;
    isSaid = true;
    log.error(
      { nodes: nodes.others },
      'several nodes keep files in data folders of their own, and what is uploaded to one is missing on the others: give all the same EASEL_ASSETS_URL=s3://…',
    );
  };
  nodes.onTurn(look);
  look();
  return areApart;
}
