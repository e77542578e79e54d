import type { Machine } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

/** What the button runs after Cloudflare has built the app and created the resources at the top of wrangler.toml. */
export const BUTTON_STEPS: DeployStep[] = [
  {
    name: 'apply the migrations',
    command: 'wrangler',
    args: ['d1', 'migrations', 'apply', 'DB', '--remote', '-c', 'wrangler.toml'],
    seconds: 900,
  },
  { name: 'deploy', command: 'wrangler', args: ['deploy', '-c', 'dist/vouch/wrangler.json'], seconds: 900 },
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
