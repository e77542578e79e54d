/** The parts that every page fetches soon after it is shown. They share one file, because small files arrive later. */
export { AfterLoad } from './after-load.client.tsx';
export { NeedsMe } from './needs-me.client.tsx';
export { OwnLinks } from './own-links.client.tsx';
