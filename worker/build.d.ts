/** Vite fills in `__BUILD_ID__` and `__IS_DEV__`. Without a build, both are undefined. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;

/** The most common passwords, each between two line ends. Made by `worker/local/settings/common-passwords.ts`. */
declare module 'virtual:common-passwords' {
  const list: string;
  export default list;
}
