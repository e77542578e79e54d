import type { Plugin } from 'vite';

/** How many of the most common passwords are refused. The list adds 45 kB to the Worker's upload. */
const MOST = 5000;
/** The shortest length of a listed password, in characters. Shorter passwords are refused for their length. */
const LEAST_LENGTH = 8;

/** The module that password-policy.ts of the auth service loads. */
const NAME = 'virtual:common-passwords';

export async function commonPasswords(): Promise<string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const inLowerCase = dictionary['passwords-common'].map((password) => password.toLowerCase());
  return [...new Set(inLowerCase)].filter(({ length }) => length >= LEAST_LENGTH).slice(0, MOST);
}

/** Builds the list into the Worker: the text of all passwords, each between two line ends. */
export const listCommonPasswords: Plugin = {
  name: 'list-common-passwords',
  resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` },
  load: {
    filter: { id: new RegExp(`^\0${NAME}$`) },
    handler: async () => `export default ${JSON.stringify(`\n${(await commonPasswords()).join('\n')}\n`)};`,
  },
};
