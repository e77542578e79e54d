export const fromNow = (ms: number) => new Date(Date.now() + ms);
