/** Compiled and minified text of a script or stylesheet that a page embeds (`host/build/inline-text.cjs`). */
declare module '*?inline' {
  const text: string;
  export default text;
}
