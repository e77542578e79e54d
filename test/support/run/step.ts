import { execFile } from 'node:child_process';
import { program } from '../../../worker/local/processes/program.ts';

export interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export function runStep({ name, command, args, env = {} }: Step): Promise<boolean> {
  const began = Date.now();
  const options = {
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      ...env,
    },
  };
  return new Promise((done) => {
    execFile(...program(command, args), options, (error, stdout, stderr) => {
      console.log(`${error ? 'FAIL' : 'ok  '} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      if (error) console.log(`${stdout}\n${stderr || error.message}`);
      done(!error);
    });
  });
}
