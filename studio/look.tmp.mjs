import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader"] });
const [,, out, w=1280, h=860, hash="", theme="light", js=""] = process.argv;
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: theme });
const p = await c.newPage();
p.on("console", m => console.log("console:", m.text())); p.on("pageerror", e => console.log("pageerror:", e.message));
const t = Date.now(); await p.goto("http://127.0.0.1:4199/"+hash);
await p.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 30000 }).catch(e => console.log(e.message)); console.log("first", Date.now()-t);
if (js) { console.log(await p.evaluate(js)); }
await p.waitForTimeout(1500);
await p.screenshot({ path: out }); await b.close();
