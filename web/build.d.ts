/** Vite replaces these names with values (vite.config.ts). */
declare const __BUILD_ID__: string;
declare const __IS_DEV__: boolean;
