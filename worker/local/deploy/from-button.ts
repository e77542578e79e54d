import type { Machine } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

/** What the button does once Cloudflare has built the top of wrangler.toml and made what it names. */
export const BUTTON_STEPS: DeployStep[] = [
  {
    name: 'apply the migrations',
    command: 'wrangler',
    args: ['d1', 'migrations', 'apply', 'DB', '--remote', '-c', 'wrangler.toml'],
  },
  { name: 'deploy', command: 'wrangler', args: ['deploy', '-c', 'dist/vouch/wrangler.json'] },
];

/** Deploys everything at once, as the first deployment does. @returns whether it worked. */
export async function deployFromButton(machine: Machine): Promise<boolean> {
  for (const step of BUTTON_STEPS) {
    machine.say(`- ${step.name}`);
    const { isOk, output } = await machine.run(step);
    machine.say(output);
    if (!isOk) return false;
  }
  return true;
}
