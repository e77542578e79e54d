const first = Number(process.env['E2E_PORT']);
// Playwright sets it in its worker processes, and gives the number to the next one when one has failed.
const index = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** Each server has two ports: its own, and the one after it for its fake payment provider. */
export const PORTS_OF_A_SERVER = 2;
const port = first + PORTS_OF_A_SERVER * index;

/** Where the server of this Playwright worker listens, and the folder of its state. */
export const TESTED_SERVER = {
  port,
  url: `http://127.0.0.1:${port}`,
  provider: `http://127.0.0.1:${port + 1}`,
  state: `.artifacts/e2e-state/${index}`,
};

/** The state that each server begins with: an empty database with the demo data. */
export const FIRST_STATE = '.artifacts/e2e-state/first';
