import type { View } from '../../../model/hooks.ts';
import type { AnyWidget, Hosting } from '../../../model/widgets/common.ts';
import { addressOf, type Hosted } from '../../../model/widgets/hosted.ts';
import { widgetKinds } from '../../../model/widgets/index.ts';
import type { ChangeSet, DurableView } from '../../store/store.ts';

/** A widget that a display may host (interface/streaming 4.7). */
export interface HostedWidget {
  readonly kind: AnyWidget;
  readonly hosting: Hosting;
  readonly record: Hosted;
  readonly address: string;
}

const kinds = widgetKinds.filter(({ widget }) => widget.hosting);

/** Undefined: there is no such widget, or it is of a type that needs no host. */
export function hostedWidget(view: View | undefined, id: string): HostedWidget | undefined {
  const found = view?.find(id);
  const kind = kinds.find((one) => one === found?.kind);
  const hosting = kind?.widget.hosting;
  if (!kind || !hosting) return undefined;
  const record = found!.record as Hosted;
  return { kind, hosting, record, address: addressOf(record, hosting.address) };
}

/** True for a widget that has an address and no host. */
export const wantsHost = ({ record, address }: HostedWidget): boolean => address !== '' && record.host_id === '';

/** Ids of all widgets of a canvas that may want a host. */
export const wanting = (view: DurableView): string[] => [...view.keys('hosted', '')];

/** Ids of the widgets among these changes that a display may host, those that are gone included. */
export const hostedAmong = ({ changes }: ChangeSet): string[] =>
  changes.filter(({ kind }) => kinds.some((one) => one === kind)).map(({ key }) => key);
