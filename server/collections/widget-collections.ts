import { hasCollection } from '../../model/resource.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Route } from '../http/routing/route.ts';
import type { Behaviour } from './behaviour.ts';
import { cloneByForm, uploading } from './create-with-file.ts';
import type { CollectionDeps } from './deps.ts';
import { download } from './download.ts';
import { collectionRoutes, type VerbDeps } from './verbs.ts';
import { orClone, widgetCreateSchema } from './widget-schemas.ts';
import { createByJson } from './write-widgets.ts';

type Deps = CollectionDeps & VerbDeps;

/** The standard verbs of every widget type that has a collection (interface/widgets 1.11), and the download of its file. */
export const widgetCollectionRoutes = (deps: Deps, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(hasCollection)
    .flatMap((definition) => [
      ...collectionRoutes(deps, definition, behaviourOf(deps, definition)),
      ...(definition.widget.upload ? [download(deps, definition)] : []),
    ]);

/** A create may bring a file, or name a widget to clone, which is refused for types that cannot be cloned. */
function behaviourOf(deps: Deps, definition: AnyWidget): Behaviour {
  const { upload, clonable } = definition.widget;
  if (upload) return { create: uploading(deps, definition) };
  return {
    create: {
      ...(clonable && { body: orClone(widgetCreateSchema(definition)), multipart: 'undescribed' }),
      handle: (call) => (call.isMultipart ? cloneByForm : createByJson)(deps, definition, call),
    },
  };
}
