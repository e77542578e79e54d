declare namespace Cloudflare {
  interface Env {
    SQLITE: Fetcher;
    MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import('../../../worker/index.ts');
  }
}

declare module '*?raw' {
  const text: string;
  export default text;
}
