import { onTestFinished, vi } from 'vitest';

interface Received {
  text?: string;
  alerts: { state: string; name: string; section: string; page: string }[];
}

/** Answers calls to an address with `status` until the test ends. Other calls fail. */
export function fetchOf(address: string, status = 200): { bodies: Received[] } {
  const bodies: Received[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.url !== address) return new Response('No call to this host is expected.', { status: 599 });
    bodies.push(await request.json());
    return new Response(null, { status });
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return { bodies };
}
