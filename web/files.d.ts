/** Files that the build of the page takes beside code. */
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
