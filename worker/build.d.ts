/** Vite fills these in. They are undefined without a build. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;

/** Each between two line ends. `worker/local/settings/common-passwords.ts` makes it. */
declare module 'virtual:common-passwords' {
  const list: string;
  export default list;
}
