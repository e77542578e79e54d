const TRIES = 3;

/** Sends a request up to three times, because the runtime may close a connection as it is reused. */
export async function askAgain(url: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
