/** Vite fills in these values. They are undefined when the sources run without a build. */
declare const __BUILD_ID__: string | undefined;
declare const __IS_DEV__: boolean | undefined;

/** A text file of the source, built into the Worker. */
declare module '*.txt?raw' {
  const text: string;
  export default text;
}
