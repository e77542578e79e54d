/** Written in by Vite; see vite.config.ts. */
declare const __BUILD_ID__: string;
declare const __IS_DEV__: boolean;
