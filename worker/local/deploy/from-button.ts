import type { Machine } from './run-deploy.ts';
import { type DeployStep, wrangler } from './steps.ts';

/** Steps that run after Cloudflare has built the app and created the resources at the top of wrangler.toml. */
const BUTTON_STEPS: DeployStep[] = [
  wrangler('apply the migrations', ['d1', 'migrations', 'apply', 'DB', '--remote'], 'wrangler.toml'),
  wrangler('deploy', ['deploy']),
];

/** Deploys everything at once, like a first deployment. Returns whether it worked. */
export async function deployFromButton(machine: Machine): Promise<boolean> {
  for (const step of BUTTON_STEPS) {
    machine.say(`- ${step.name}`);
    const { isOk, output } = await machine.run(step);
    machine.say(output);
    if (!isOk) return false;
  }
  return true;
}
