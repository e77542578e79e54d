/** The parts that every page fetches soon after it is shown. Several small files would arrive later. */
export { AfterLoad } from './after-load.client.tsx';
export { NeedsMe } from './needs-me.client.tsx';
export { OwnLinks } from './own-links.client.tsx';
