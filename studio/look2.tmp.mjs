import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const theme of ["light","dark"]) { const c = await b.newContext({ viewport: { width: 1000, height: 900 }, colorScheme: theme }); const p = await c.newPage();
await p.goto("http://127.0.0.1:4198/"); await p.waitForTimeout(800); await p.evaluate(async()=>{for(const i of document.images){i.loading="eager"}; await new Promise(r=>setTimeout(r,1500));}); await p.screenshot({ path: `/tmp/fi-${theme}.png`, clip: {x:0,y:0,width:1000,height:2600}, fullPage:true }); }
await b.close();
