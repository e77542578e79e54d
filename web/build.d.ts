/** Vite replaces this name with a value (vite.config.ts). */
declare const __IS_DEV__: boolean;
