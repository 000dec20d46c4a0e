// The sounds themselves, made by Web Audio.

// Each note: its pitch in hertz, when it begins and how long it rings, in seconds.
const SOUNDS = {
  taken: [[587.33, 0, 0.18]],
  placed: [
    [196, 0, 0.14],
    [392, 0.01, 0.1],
  ],
  scored: [
    [659.25, 0, 0.35],
    [830.61, 0.09, 0.35],
    [987.77, 0.18, 0.5],
  ],
  turn: [
    [523.25, 0, 0.9],
    [783.99, 0.16, 0.9],
  ],
  won: [
    [523.25, 0, 0.5],
    [659.25, 0.15, 0.5],
    [783.99, 0.3, 0.5],
    [1046.5, 0.45, 1.2],
  ],
};
const LOUD = 0.1;
let context = null;

export function ring(name) {
  // Browsers let no page sound that nobody has touched yet: they complain, and keep the notes for the first touch.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ||= new AudioContext();
  context.resume();
  for (const [frequency, after, rings] of SOUNDS[name]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "sine", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + rings);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + rings);
  }
}
