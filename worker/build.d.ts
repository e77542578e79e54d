/** The id of the build, written in by Vite; absent where the sources run unbuilt. */
declare const __BUILD_ID__: string | undefined;

interface ImportMeta {
  readonly env?: { readonly DEV?: boolean };
}
