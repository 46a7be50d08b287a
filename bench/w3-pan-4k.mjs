/** W3: as W2, on a 4K screen. */
import { pans } from './lib/page-pans.mjs';

export default () => pans('4K', 33);
