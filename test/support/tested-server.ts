const first = Number(process.env['E2E_PORT']);
const states = process.env['E2E_STATES']!;
// A Playwright worker that replaces a failed worker gets the same number.
const index = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** One port for the server, and the next for its fake payment provider. */
export const PORTS_OF_A_SERVER = 2;
const port = first + PORTS_OF_A_SERVER * index;

export const TESTED_SERVER = {
  port,
  url: `http://127.0.0.1:${port}`,
  provider: `http://127.0.0.1:${port + 1}`,
  state: `${states}/${index}`,
};

export const FIRST_STATE = `${states}/first`;

export const DEMO_STATE = `${states}/demo`;
