import { build } from 'vite';

/** Modules of the platform stay imports. */
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
