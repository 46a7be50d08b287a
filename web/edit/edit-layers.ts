/** The layers of editing, from back to front; rings and cursors lie between `wet` and `handles`. */
export interface EditLayers {
  /** What is held, painted once and moved. */
  readonly lifted: HTMLElement;
  /** Ink that is being written. */
  readonly wet: HTMLElement;
  /** Frames around what others hold and write. */
  readonly others: HTMLElement;
  /** What pointers grip: handles and side dots. */
  readonly handles: HTMLElement;
  /** Fields in which text is edited. */
  readonly editors: HTMLElement;
}

/** Puts the layers of editing into a stage. */
export function addLayers(stage: HTMLElement, marks: HTMLElement): EditLayers & { remove(): void } {
  const add = (name: keyof EditLayers, before: Node | null): HTMLElement => {
    const layer = stage.ownerDocument.createElement('div');
    layer.className = `stage-layer stage-${name}`;
    return stage.insertBefore(layer, before);
  };
  const layers = {
    lifted: add('lifted', marks),
    wet: add('wet', marks),
    others: add('others', marks),
    handles: add('handles', null),
    editors: add('editors', null),
  };
  return {
    ...layers,
    remove() {
      for (const layer of Object.values(layers)) layer.remove();
    },
  };
}
