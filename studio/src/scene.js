/* A lit scene that is turned by mouse, touch and keys, and drawn when something has changed. */
import { AmbientLight, BufferAttribute, BufferGeometry, Color, DataTexture, DirectionalLight, DoubleSide, Group, HemisphereLight,
  LinearFilter, LinearMipmapLinearFilter, Mesh, MeshLambertMaterial, PerspectiveCamera, RepeatWrapping, SRGBColorSpace, Scene,
  WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const TURN = Math.PI/24; /* of an arrow key */
const KEYS = { ArrowLeft: c => c.rotateLeft(TURN), ArrowRight: c => c.rotateLeft(-TURN), ArrowUp: c => c.rotateUp(TURN),
  ArrowDown: c => c.rotateUp(-TURN), "+": c => c.dollyIn(0.9), "=": c => c.dollyIn(0.9), "-": c => c.dollyIn(1/0.9), 0: c => c.reset() };

export class Stage {
  /** @param {HTMLElement} element @param {string} label @param {number[]} from where one stands
   * @param {number} towards how high one looks */
  constructor(element, label, from, towards) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    element.append(this.canvas);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.05, 60);
    this.camera.position.set(from[0], from[1], from[2]);
    this.meshes = new Map();
    this.controls = this.#makeControls(towards);
    this.observer = new ResizeObserver(() => this.#resize(element));
    this.observer.observe(element);
  }

  #makeControls(towards) {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.target.y = towards;
    controls.enablePan = false;
    controls.minDistance = 1.2;
    controls.maxDistance = 12;
    controls.addEventListener("change", () => this.request());
    controls.update();
    controls.saveState();
    this.canvas.addEventListener("keydown", event => {
      const act = KEYS[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      act(controls);
      event.preventDefault();
    });
    return controls;
  }

  /** A sun that stands still, or one that goes with the reader, so that no side is dark. */
  light(goesAlong) {
    const sun = new DirectionalLight(new Color("#fff4e2"), 2.7);
    sun.position.set(-1.6, 1.7, goesAlong ? 1.5 : -0.8);
    const sky = new HemisphereLight(new Color("#e8f1ff"), new Color("#8d8478"), 1.5);
    this.scene.add(sky, goesAlong ? this.camera : sun);
    if (!goesAlong) return;
    this.scene.add(new AmbientLight(new Color("#ffffff"), 0.3));
    const group = new Group();
    group.add(sun, sun.target);
    this.camera.add(group);
  }

  #resize(element) {
    const { clientWidth, clientHeight } = element;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth/clientHeight;
    /* What fits into a stage that is wide fits into one that is high, from farther away. */
    this.camera.zoom = this.controls.zoom0 = Math.min(1, this.camera.aspect/1.45);
    this.camera.updateProjectionMatrix();
    this.request();
  }

  request() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.renderer.render(this.scene, this.camera);
    });
  }

  /** Sets the triangles of a mesh, which is made with the first of them. */
  setShape(name, sheet) {
    const { geometry } = this.#mesh(name);
    for (const [key, array, size] of [["position", sheet.positions, 3], ["normal", sheet.normals, 3], ["uv", sheet.uvs, 2]]) {
      const old = geometry.getAttribute(key);
      if (old?.array.length !== array.length) geometry.setAttribute(key, new BufferAttribute(array, size));
      else Object.assign(old, { array }).needsUpdate = true;
    }
    if (geometry.index?.array !== sheet.index) geometry.setIndex(new BufferAttribute(sheet.index, 1));
    geometry.boundingSphere = null;
    this.request();
  }

  /** Sets the colours of a mesh: pixels that repeat along x, or one colour. */
  setColours(name, pixels, columns, rows) {
    const { material } = this.#mesh(name);
    const texture = new DataTexture(pixels, columns, rows);
    Object.assign(texture, { colorSpace: SRGBColorSpace, wrapS: RepeatWrapping, minFilter: LinearMipmapLinearFilter, magFilter: LinearFilter,
      generateMipmaps: true, anisotropy: 8, needsUpdate: true });
    material.map?.dispose();
    if (!material.map) material.needsUpdate = true;
    material.map = texture;
    this.request();
  }

  setColour(name, colour) {
    this.#mesh(name).material.color.set(colour);
  }

  #mesh(name) {
    let mesh = this.meshes.get(name);
    if (!mesh) {
      mesh = new Mesh(new BufferGeometry(), new MeshLambertMaterial({ side: DoubleSide }));
      this.meshes.set(name, mesh);
      this.scene.add(mesh);
    }
    return mesh;
  }

  /** Gives everything back, the context too: a browser has few. */
  dispose() {
    cancelAnimationFrame(this.asked);
    this.observer.disconnect();
    this.controls.dispose();
    for (const { geometry, material } of this.meshes.values()) {
      geometry.dispose();
      material.map?.dispose();
      material.dispose();
    }
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}
