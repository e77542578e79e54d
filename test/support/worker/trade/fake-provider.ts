import { env } from 'cloudflare:workers';
import { onTestFinished, vi } from 'vitest';
import { type Fake, type FakeOptions, makeFake } from '../../../../worker/local/fake-provider/fake.ts';
import { seededRandom } from '../../../../worker/local/fake-provider/seeded-random.ts';
import { callCounted } from '../call.ts';

/** Answers the Worker's calls to Stripe until the test ends. Other outbound calls go to an earlier mock or fail. */
export function fakeProvider(over: Partial<FakeOptions> = {}): Fake {
  const fake = makeFake({
    secret: env.STRIPE_WEBHOOK_SECRET,
    apiKey: env.STRIPE_SECRET_KEY,
    now: () => Date.now(),
    random: seededRandom(1),
    deliver: async (request) => {
      const { url, method, headers } = request;
      return (await callCounted(new URL(url).pathname, { method, headers, body: await request.text() })).answer;
    },
    ...over,
  });
  const spy = vi.spyOn(globalThis, 'fetch');
  const before = spy.getMockImplementation();
  spy.mockImplementation(async (input, init) => {
    const { url } = new Request(input, init);
    if (new URL(url).origin === env.STRIPE_API_BASE) return fake.fetch(new Request(input, init));
    return before ? before(input, init) : new Response('No call to this host is expected.', { status: 599 });
  });
  onTestFinished(() => {
    if (before) spy.mockImplementation(before);
    else spy.mockRestore();
  });
  return fake;
}
