export { CanvasMenu } from './canvas-menu.tsx';
export { move, star, trash } from './changes.ts';
export { doByKey, itemMenu } from './item-menu.ts';
export { SelectionBar } from './selection-bar.tsx';
export { transfer } from './transfer.ts';
