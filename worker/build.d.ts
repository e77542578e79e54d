/** Written in by Vite; absent where the sources run unbuilt. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;
