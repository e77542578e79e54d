import { keySetProblem, settingsProblems } from '../../http/settings.ts';

/**
 * What keeps these variables from serving `host`, as one text for whoever starts or deploys; empty where nothing does.
 */
export async function problemsOf(variables: Record<string, string | undefined>, host: string): Promise<string> {
  const keys = variables['AUTH_JWT_KEYS'];
  const problem = keys === undefined ? null : await keySetProblem(keys);
  // The binding stands in wrangler.toml beside the variables.
  return [...settingsProblems({ ...variables, MAIL: {} }, host), ...(problem ? [problem] : [])].join('\n');
}
