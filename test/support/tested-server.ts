const first = Number(process.env['E2E_PORT']);
/** The folder of the states of all servers. */
const states = process.env['E2E_STATES']!;
// Playwright sets this number in its worker processes. A worker that replaces a failed one gets the same number.
const index = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** Each server uses two ports: its own, and the next one for its fake payment provider. */
export const PORTS_OF_A_SERVER = 2;
const port = first + PORTS_OF_A_SERVER * index;

/** The addresses of this Playwright worker's server, and the folder of its state. */
export const TESTED_SERVER = {
  port,
  url: `http://127.0.0.1:${port}`,
  provider: `http://127.0.0.1:${port + 1}`,
  state: `${states}/${index}`,
};

/** The state with which each server begins: a database with the demo data. */
export const FIRST_STATE = `${states}/first`;

export const DEMO_STATE = `${states}/demo`;
