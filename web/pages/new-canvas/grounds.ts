/** What a canvas may lie on: its colour, and the dots of its grid. The page offers them; programs keep what the interface says. */
export const grounds = {
  paper: { colour: '#fbfaf7', dots: '#dfdcd5' },
  white: { colour: '#ffffff', dots: '#e3e1dd' },
  slate: { colour: '#2b2f36', dots: '#44484f' },
  black: { colour: '#17161a', dots: '#2f2e31' },
} as const;

export type GroundName = keyof typeof grounds;

/** Colours of new notes, connectors and annotations on canvases that people make: legible on each of the grounds. */
export const presets = {
  note_background: ['#ffdb6e', '#ffc799', '#ffbabd', '#dbc9ff', '#b9d7ff', '#aee5cd', '#d8ec93', '#ece3d3', '#ffffff'],
  connector: ['#8d8372'],
  annotation: ['#23201a', '#d6402b', '#f08a1d', '#ffb42e', '#1b7548', '#2f5bdb', '#7a5bd6', '#e0559a'],
} as const;
