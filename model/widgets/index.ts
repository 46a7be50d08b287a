import type { RecordOf } from '../resource.ts';
import { Anchor } from './anchor.ts';
import { Browser } from './browser.ts';
import type { AnyWidget } from './common.ts';
import { Connector } from './connector.ts';
import { Image } from './image.ts';
import { IpVideo } from './ip-video.ts';
import { Note } from './note.ts';
import { Pdf } from './pdf.ts';
import { RdpConnection } from './rdp-connection.ts';
import { SharedCanvas } from './shared-canvas.ts';
import { Table } from './table.ts';
import { TableCell } from './table-cell.ts';
import { Video } from './video.ts';
import { VideoInput } from './video-input.ts';
import { VideoOutputAnchor } from './video-output-anchor.ts';

/** Every widget type. Routes, schemas, storage, streams and conformance tests walk this list and know no type by name. */
export const widgets = [
  SharedCanvas,
  Note,
  Image,
  Video,
  Pdf,
  Browser,
  Anchor,
  VideoInput,
  Connector,
  Table,
  TableCell,
  RdpConnection,
  IpVideo,
  VideoOutputAnchor,
] as const satisfies readonly AnyWidget[];

export type Widget = RecordOf<(typeof widgets)[number]>;
export type WidgetType = Widget['widget_type'];

/** The same list, for code that treats all types alike. */
export const widgetKinds: readonly AnyWidget[] = widgets;
