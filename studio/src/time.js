/* Time: play, scrub, and how many pictures a second there are. */
import { listen, set, state } from "./state.js";

export function makeTime(elements, picture) {
  const { bar, play, scrub, now } = elements;
  let frames = 0, since = 0, last = 0;

  const say = rate => {
    now.textContent = `t = ${state.time.toFixed(3)}${rate ? `, ${rate} /s` : ""}`;
  };
  const step = stamp => {
    if (!state.isPlaying) return;
    requestAnimationFrame(step);
    if (picture.isBusy) return; /* the last one is still being made */
    const by = Math.min(0.1, (stamp - last)/1000);
    last = stamp;
    frames++;
    if (stamp - since > 1000) {
      say(picture.isShown ? Math.round(1000*frames/(stamp - since)) : 0); /* other views say their own */
      frames = 0;
      since = stamp;
    }
    set({ time: (state.time + by*0.25) % 1 });
  };
  play.addEventListener("click", () => {
    if (state.isPlaying) return set({ isPlaying: false });
    set({ isPlaying: true });
    last = since = performance.now();
    frames = 0;
    requestAnimationFrame(step);
  });
  /* Where it stops is the time that is said. */
  listen(["isPlaying"], () => {
    play.textContent = state.isPlaying ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(state.isPlaying));
    if (!state.isPlaying) set({ time: Math.round(state.time*1000)/1000 % 1 });
    say();
  });
  scrub.addEventListener("input", () => set({ time: Number(scrub.value) }));
  listen(["time"], () => {
    scrub.value = String(state.time);
    if (!state.isPlaying) say();
  });
  listen(["about"], () => {
    if (!state.about) return;
    const isTimed = state.about.variesWith.includes("t");
    bar.hidden = !isTimed;
    if (!isTimed) set({ isPlaying: false });
  });
  say();
}
