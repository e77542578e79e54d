import { rmSync } from 'node:fs';

/** Serves the production build over an empty state folder, as `npm start` does on a new machine. */
process.env['STATE_DIR'] = '.artifacts/e2e-state';
rmSync(process.env['STATE_DIR'], { recursive: true, force: true });
await import('../../worker/local/start.ts');
