import type { PanelTexts } from '../../../../texts/panels.ts';

/** What a row is called; undefined: no text for it. @param path in the record, such as `size.width` */
export function labelOf(path: string, { properties: words }: Pick<PanelTexts, 'properties'>): string | undefined {
  const common: Readonly<Record<string, string>> = {
    'location.x': words.x,
    'location.y': words.y,
    'size.width': words.width,
    'size.height': words.height,
    scale: words.scale,
    depth: words.depth,
    pinned: words.pinned,
    parent_id: words.parent,
    'src.id': words.from,
    'dst.id': words.to,
  };
  return common[path] ?? (words.fields as Readonly<Record<string, string>>)[path];
}
