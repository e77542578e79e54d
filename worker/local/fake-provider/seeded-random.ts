const MODULUS = 2_147_483_647;
const FACTOR = 48_271;

/** Random numbers from 0 to 1, the same in each run with the same `seed`. The seed is a whole number above 0. */
export function seededRandom(seed: number): () => number {
  let state = seed % MODULUS || 1;
  return () => {
    state = (state * FACTOR) % MODULUS;
    return state / MODULUS;
  };
}
