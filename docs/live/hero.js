// The picture of the front page plays by itself: its motion turns, and every frame is computed anew. It pauses by its
// button, for good when one drags in it, and while it is out of sight; it starts paused where one asks for less motion.

const TURN = 0.12; // radians a second
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

class Hero extends Picture {
  constructor(image) {
    super(image);
    this.button = this.box.appendChild(document.createElement("button"));
    this.button.className = "live-play";
    this.button.type = "button";
    this.button.addEventListener("click", () => this.play(!this.playing));
    for (const kind of ["pointerdown", "keydown"])
      this.box.addEventListener(kind, (event) => event.target !== this.button && event.key !== "Tab" && this.play(false));
    new IntersectionObserver(([{ isIntersecting }]) => (this.seen = isIntersecting)).observe(this.box);
    this.play(!CALM.matches);
  }

  play(playing) {
    const was = this.playing;
    this.playing = playing;
    this.button.textContent = playing ? "Pause" : "Play";
    if (!playing || was) return;
    this.last = performance.now();
    requestAnimationFrame((now) => this.step(now));
  }

  step(now) {
    if (!this.playing) return;
    const [leaf, pair] = this.pairs.entries().next().value;
    const angle = TURN * Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (this.seen) {
      const [x, y] = pair;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      this.changes.set(leaf, [c * x - s * y, s * x + c * y]);
      this.drawNow(); // and says nothing: a reader would be told sixty times a second
    }
    requestAnimationFrame((next) => this.step(next));
  }
}
