/** Every page loads these parts soon after it is shown. They are one file, because several files would arrive later. */
export { AfterLoad } from './after-load.client.tsx';
export { NeedsMe } from './needs-me.client.tsx';
export { OwnLinks } from './own-links.client.tsx';
