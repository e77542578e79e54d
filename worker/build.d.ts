/** Vite fills in these values. They are undefined when the sources run without a build. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;
