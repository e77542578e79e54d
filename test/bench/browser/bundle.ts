import { build } from 'vite';

/** Bundles `entry` into one module and returns its code. Imports of `cloudflare:` modules are not bundled. */
export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: { ssr: entry, write: false, rolldownOptions: { external: [/^cloudflare:/] } },
  });
  if (!('output' in built)) throw new Error(`${entry} was not built as one module.`);
  return built.output[0].code;
}
