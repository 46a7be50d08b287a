/** The smaller build of the library, which has no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
