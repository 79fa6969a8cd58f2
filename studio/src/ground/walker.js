/* Who walks over the ground: where the eye is, which way it looks, and the keys, drags and wheel that move it. */

const SPEED = 1.6, FAST = 5; /* eyes' heights a second; times that with Shift */
const TURN = 1.1, LOOK = 0.0035; /* radians a second by keys; a pixel of a drag */
const STEEPEST = 1.3;
const RISE = 1.25;
const MOST_MS = 100; /* a frame that takes longer moves no farther */
const KEYS = { ArrowUp: [1, 0, 0, 0], ArrowDown: [-1, 0, 0, 0], w: [1, 0, 0, 0], s: [-1, 0, 0, 0], a: [0, -1, 0, 0], d: [0, 1, 0, 0],
  ArrowLeft: [0, 0, -1, 0], ArrowRight: [0, 0, 1, 0], PageUp: [0, 0, 0, 1], PageDown: [0, 0, 0, -1] }; /* ahead, right, turn, look up */

const nameOf = key => (key.length === 1 ? key.toLowerCase() : key);

export class Walker {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} button which is held to walk @param {() => void} request a frame */
  constructor(canvas, button, request) {
    this.request = request;
    this.held = new Set();
    this.yaw = 0;
    this.pitch = 0;
    this.put([0, 0], 1);
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    canvas.addEventListener("keydown", event => this.#press(event), { signal });
    addEventListener("keyup", event => this.#release(nameOf(event.key)), { signal });
    addEventListener("blur", () => this.held.clear(), { signal });
    canvas.addEventListener("blur", () => this.held.clear(), { signal });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.#rise(Math.exp(event.deltaY*(event.deltaMode ? 0.05 : 0.0016)));
    }, { passive: false, signal });
    canvas.addEventListener("pointerdown", event => canvas.setPointerCapture(event.pointerId), { signal });
    canvas.addEventListener("pointermove", event => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      this.#turn(-event.movementX*LOOK, event.movementY*LOOK);
    }, { signal });
    button.addEventListener("pointerdown", event => {
      button.setPointerCapture(event.pointerId);
      this.#hold("ArrowUp");
    }, { signal });
    for (const type of ["pointerup", "pointercancel"]) button.addEventListener(type, () => this.#release("ArrowUp"), { signal });
  }

  /** Stands at [x, z], the eye so high above the ground, and looks north. */
  put(at, up) {
    this.start = { at, up };
    Object.assign(this, { at: [...at], up, yaw: 0, pitch: -0.12, height: null, isSettled: false });
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameOf(event.key);
    this.isFast = event.shiftKey;
    if (KEYS[name]) this.#hold(name);
    else if (name === "+" || name === "=") this.#rise(RISE);
    else if (name === "-") this.#rise(1/RISE);
    else if (name === "0") {
      this.put(this.start.at, this.start.up);
      this.request();
    } else if (name !== "Shift") return;
    event.preventDefault();
  }

  #hold(name) {
    if (!this.held.size) this.before = null;
    this.held.add(name);
    this.request();
  }

  #release(name) {
    if (name === "Shift") this.isFast = false;
    if (this.held.delete(name)) this.request();
  }

  #rise(by) {
    this.up = Math.min(100*this.start.up, Math.max(this.start.up/1000, this.up*by));
    this.request();
  }

  #turn(right, up) {
    this.yaw += right;
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + up));
    this.request();
  }

  /** Goes on by what is held; whether anything is. */
  step(now) {
    const seconds = Math.min(MOST_MS, now - (this.before ?? now))/1000;
    this.before = now;
    if (!this.held.size) return false;
    const [ahead, right, turn, look] = [0, 1, 2, 3].map(a => [...this.held].reduce((sum, key) => sum + KEYS[key][a], 0));
    const way = seconds*SPEED*(this.isFast ? FAST : 1)*this.up, [s, c] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    this.at = [this.at[0] + way*(ahead*s + right*c), this.at[1] + way*(right*s - ahead*c)];
    this.yaw += turn*TURN*seconds;
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + look*TURN*seconds));
    return true;
  }

  /** How high the eye is: it follows the ground below it smoothly, and is never near to it. */
  settle(ground) {
    const wanted = ground + this.up, from = this.height ?? wanted;
    this.height = Math.max(from + (wanted - from)*0.25, ground + 0.3*this.up);
    this.isSettled = Math.abs(this.height - wanted) < 0.01*this.up;
    return this.height;
  }

  stop() {
    this.listeners.abort();
  }
}
