/** Vite fills in these values. They are undefined when the sources run without a build. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;

/** The most common passwords, each between two line ends. `worker/local/settings/common-passwords.ts` makes it. */
declare module 'virtual:common-passwords' {
  const list: string;
  export default list;
}
