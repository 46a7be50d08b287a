import { hasCollection } from '../../model/resource.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Route } from '../http/routing/route.ts';
import type { Behaviour } from './behaviour.ts';
import { clone } from './clone.ts';
import { readCloning } from './clone-widget.ts';
import { cloneByForm, uploading } from './create-with-file.ts';
import type { CollectionDeps } from './deps.ts';
import { download } from './download.ts';
import { collectionRoutes, type VerbDeps } from './verbs.ts';
import { orClone, widgetCreateSchema } from './widget-schemas.ts';
import { createBody } from './zero-depth.ts';

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
      reads: (body) => createBody(deps, body),
      handle(call, submit) {
        if (call.isMultipart) return cloneByForm(deps, definition, call);
        const cloning = readCloning(definition, call.body);
        return cloning ? clone(deps, definition, call, cloning) : submit({});
      },
    },
  };
}
