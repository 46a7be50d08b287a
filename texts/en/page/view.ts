/** Words about the view of a canvas: zoom, anchors, overview, links, shortcuts. */
export const view = {
  /** Opens zoom, anchors and overview on phones. */
  tools: 'View',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  /** `percent` is a number with its sign, such as `50 %`. */
  zoomMenu: (percent: string) => `Zoom: ${percent}`,
  fitAll: 'Show the whole canvas',
  fitContent: 'Show everything on it',
  fitSelection: 'Show the selection',
  actualSize: 'Actual size',
  wheelZooms: 'Wheel zooms',
  wheelPans: 'Wheel moves the view',
  copyLink: 'Copy link to this view',
  linkCopied: 'The link to this view is copied.',
  /** The browser refuses; the person can still copy it by hand. */
  linkNotCopied: (link: string) => `The browser does not allow copying. The link is ${link}`,
  missingWidget: 'The link leads to something that is no longer on this canvas.',
  anchors: 'Anchors',
  noAnchors: 'This canvas has no anchors yet.',
  nextAnchor: 'Next anchor',
  previousAnchor: 'Previous anchor',
  unnamedAnchor: 'No name',
  hold: 'Hold the view',
  minimap: 'Overview',
  minimapFolded: 'Overview: everything is in view already',
  minimapHint: 'Overview of the canvas. Arrow keys move the view.',
  closeMinimap: 'Close the overview',
  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Turn them off if you speak to your computer or press keys by accident.',
  or: 'or',
  groups: { move: 'Move', zoom: 'Zoom', go: 'Go', page: 'Page' },
  pan: { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' },
  leap: { left: 'Move far left', right: 'Move far right', up: 'Move far up', down: 'Move far down' },
  /** Keys as they are printed on keyboards of this language. */
  keys: { Control: 'Ctrl', Shift: 'Shift', Home: 'Home', PageUp: 'Page up', PageDown: 'Page down' },
};
