import type { Camera } from '../../view/camera.ts';
import type { GuideGap, GuideLine, Guides } from './guides.ts';
import './guides.css';

/** Shows the guides of one gesture, and takes them away. */
export interface GuideLayer {
  show(guides: Guides): void;
  clear(): void;
  remove(): void;
}

/** Lines go on behind the boxes that they join by this many pixels of the screen. */
const BEYOND = 10;

/** Adds guides to a layer, hidden from screen readers: what was moved says where it lies. */
export function addGuides(layer: HTMLElement, { toScreen }: Pick<Camera, 'toScreen'>): GuideLayer {
  const element = layer.ownerDocument.createElement('div');
  element.className = 'edit-guides';
  element.ariaHidden = 'true';
  const add = (className: string, text = ''): HTMLElement => {
    const guide = layer.ownerDocument.createElement('i');
    guide.className = className;
    guide.dataset.text = text;
    return element.appendChild(guide);
  };
  const addLine = ({ axis, at, from, to }: GuideLine): void => {
    const begin = toScreen(axis === 'x' ? { x: at, y: from } : { x: from, y: at });
    const end = toScreen(axis === 'x' ? { x: at, y: to } : { x: to, y: at });
    const { style } = add(`edit-guide edit-guide-${axis}`);
    const [x, y] = axis === 'x' ? [begin.x, begin.y - BEYOND] : [begin.x - BEYOND, begin.y];
    style.transform = `translate(${x}px, ${y}px)`;
    if (axis === 'x') style.height = `${end.y - begin.y + 2 * BEYOND}px`;
    else style.width = `${end.x - begin.x + 2 * BEYOND}px`;
  };
  const addGap = ({ axis, from, to, at }: GuideGap): void => {
    const begin = toScreen(axis === 'x' ? { x: from, y: at } : { x: at, y: from });
    const end = toScreen(axis === 'x' ? { x: to, y: at } : { x: at, y: to });
    const { style } = add(`edit-gap edit-gap-${axis}`, String(Math.round(to - from)));
    style.transform = `translate(${begin.x}px, ${begin.y}px)`;
    if (axis === 'x') style.width = `${end.x - begin.x}px`;
    else style.height = `${end.y - begin.y}px`;
  };
  return {
    show({ lines, gaps }) {
      element.replaceChildren();
      for (const line of lines) addLine(line);
      for (const gap of gaps) addGap(gap);
      if (!element.isConnected) layer.append(element);
    },
    clear: () => element.replaceChildren(),
    remove: () => element.remove(),
  };
}
