/** W2: frames of a pan on a 1080p screen, drawn by the processor, at every zoom, with 10,000 and 100,000 widgets. */
import { pans } from './lib/page-pans.mjs';

export default () => pans('1080p', 12);
