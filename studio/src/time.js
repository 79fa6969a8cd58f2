/* Time: play, scrub, and how many pictures a second there are. */
import { listen, set, state } from "./state.js";

export function makeTime(elements, picture) {
  const { bar, play, scrub, now } = elements;
  let frames = 0, since = 0, last = 0;

  const say = rate => {
    now.textContent = `t = ${state.time.toFixed(3)}${rate ? `, ${rate} /s` : ""}`;
  };
  const stop = () => {
    set({ isPlaying: false });
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
    say();
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
    if (state.isPlaying) return stop();
    set({ isPlaying: true });
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    last = since = performance.now();
    frames = 0;
    requestAnimationFrame(step);
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
    if (!isTimed) stop();
  });
}
