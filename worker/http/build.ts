/** The id of the build: it keys caches, so that two builds never share one. */
export const BUILD_ID = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';

/** Whether this is the development server, which alone injects inline scripts and never caches. */
export const IS_DEV = typeof __IS_DEV__ === 'boolean' && __IS_DEV__;
