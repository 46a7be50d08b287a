import {
  AppWindow,
  Camera,
  Cctv,
  FileText,
  Film,
  Frame,
  Image,
  Monitor,
  ScreenShare,
  Shapes,
  Spline,
  Square,
  StickyNote,
  Table,
} from 'lucide';
import type { IconNode } from '../parts/icon.tsx';

const icons: Readonly<Record<string, IconNode>> = {
  Note: StickyNote,
  Image,
  Video: Film,
  Pdf: FileText,
  Browser: AppWindow,
  Anchor: Frame,
  VideoInput: Camera,
  Connector: Spline,
  Table,
  TableCell: Square,
  RdpConnection: Monitor,
  IpVideo: Cctv,
  VideoOutputAnchor: ScreenShare,
};

/** The sign of a widget type in lists; types without one share one. */
export const kindIcon = (widget_type: string): IconNode => icons[widget_type] ?? Shapes;
