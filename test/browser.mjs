/* The browser of tests in JavaScript, and how it is started: without what it would ask the network for, and drawing on the
 * processor.  Pages without WebGL are drawn without its driver, which took two fifths of the time. */
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader", "--disable-gpu-rasterization",
  "--disable-accelerated-2d-canvas", "--disable-gpu-compositing"];
