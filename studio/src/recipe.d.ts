/* A recipe's text, as esbuild puts it in the bundle. */
declare module "*.burl" {
  const text: string;
  export default text;
}
