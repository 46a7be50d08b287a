import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Grid3x3,
  type IconNode,
  Scaling,
} from 'lucide';
import type { Arrangement } from './arranging.ts';

/** The icon of each arrangement in the menu. */
export const arrangementIcons: Readonly<Record<Arrangement, IconNode>> = {
  left: AlignStartVertical,
  centre: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
  across: AlignHorizontalDistributeCenter,
  down: AlignVerticalDistributeCenter,
  tidy: Grid3x3,
  size: Scaling,
};
