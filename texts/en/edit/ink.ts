/** What is chosen with pens and erasers. */
export const ink = {
  width: 'Width',
  thin: 'Thin',
  medium: 'Medium',
  thick: 'Thick',
  veryThick: 'Very thick',
  size: 'Size',
  small: 'Small',
  large: 'Large',
  wholeStrokes: 'Whole strokes',
  drawWithFingers: 'Draw with fingers',
};
