import type { Kind } from '../../../model/resource.ts';
import { UPLOADS } from '../../../model/widgets/file.ts';
import { computed } from '../../changes/computed.ts';
import type { Source } from '../../changes/source.ts';
import type { DurableView, Version } from '../../store/store.ts';

/** What came in through the uploads folder, as long as it exists and wherever it was moved (interface/canvases 10). */
export function uploadsSource(view: DurableView, kinds: readonly Kind[]): Source {
  const one = (key: string): Version | undefined => {
    const version = view.version(key);
    return version && isUploaded(version) ? version : undefined;
  };
  return computed<Version>({
    key: `${view.scope}/uploads-folder`,
    form: 'list',
    scope: view.scope,
    kinds,
    ofScope: true,
    present: () => [...view.keys('uploads', UPLOADS)].flatMap((key) => one(key) ?? []).sort(byOrdinal),
    affected: ({ changes }) => changes.map(({ key }) => key),
    one,
    compare: byOrdinal,
  });
}

const byOrdinal = (a: Version, b: Version): number => a.ordinal - b.ordinal;

/** The index may hold too much, and most records of these kinds did not come in through the folder. */
const isUploaded = ({ hidden }: Version): boolean => hidden !== null && JSON.parse(hidden).uploaded === true;
