/** Generates numbers in [0, 1) that depend only on the seed, so that an image is the same on every machine. */
export type Random = () => number;

export const createRandom = (seed: string): Random => {
  let state = 2166136261;
  for (const character of seed) {
    state ^= character.charCodeAt(0);
    state = Math.imul(state, 16777619);
  }
  return () => {
    state += 0x6d2b79f5;
    let mixedState = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState);
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4294967296;
  };
};

/** Picks one of the choices, but never `excluded`, so that neighbours do not wear the same cloth. */
export const pick = <T>(random: Random, choices: readonly T[], excluded?: T): T => {
  if (!choices.some((choice) => choice !== excluded)) throw new Error('There is nothing to pick from.');
  for (;;) {
    const chosenItem = choices[Math.floor(random() * choices.length)];
    if (chosenItem !== undefined && chosenItem !== excluded) return chosenItem;
  }
};
