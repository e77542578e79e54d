/** Part of cache keys, so that two builds never share an entry. */
export const BUILD_ID = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';

/** The development server injects inline scripts and never caches. */
export const IS_DEV = typeof __IS_DEV__ === 'boolean' && __IS_DEV__;
