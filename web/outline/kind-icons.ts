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
import type { IconName } from '../../model/looks/traits.ts';
import type { IconNode } from '../parts/icon.tsx';

const icons: Readonly<Record<IconName, IconNode>> = {
  camera: Camera,
  cell: Square,
  desktop: Monitor,
  document: FileText,
  film: Film,
  frame: Frame,
  line: Spline,
  note: StickyNote,
  page: AppWindow,
  picture: Image,
  screen: ScreenShare,
  stream: Cctv,
  table: Table,
};

/** The sign of a widget type in lists; types without one share one. */
export const kindIcon = (icon: IconName | undefined): IconNode => (icon ? icons[icon] : Shapes);
