import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** The Brotli level at which an edge compresses dynamic responses. */
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const TEXT = /^(text\/|image\/svg|application\/(json|javascript|manifest|ld\+json))/;
const SCRIPTS = /<script(?![^>]*ld\+json)[^>]*>[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g;

const compress = promisify(brotliCompress);

export interface EdgeFront {
  origin: string;
  close: () => Promise<void>;
}

/** Starts a proxy that compresses texts with Brotli. `isScriptFree` removes scripts from documents. */
export async function startFront(upstream: string, { isScriptFree = false } = {}): Promise<EdgeFront> {
  const kept = new Map<string, Buffer>();
  const answer = async (asked: IncomingMessage, answered: ServerResponse) => {
    const received = await ask(upstream, asked);
    const headers = received.headers;
    const type = headers['content-type'] ?? '';
    if (!TEXT.test(type) || headers['content-encoding'] || asked.method === 'HEAD') {
      answered.writeHead(received.statusCode!, headers);
      received.pipe(answered);
      return;
    }
    const bytes = Buffer.concat(await received.toArray());
    const text =
      isScriptFree && type.startsWith('text/html') ? Buffer.from(bytes.toString().replaceAll(SCRIPTS, '')) : bytes;
    // The files of the build are compressed only once, because an edge would cache them.
    const file = asked.url!.startsWith('/assets/') ? asked.url! : '';
    const small = kept.get(file) ?? (await compress(text, LEVEL));
    if (file) kept.set(file, small);
    const { 'content-length': _, 'transfer-encoding': __, ...others } = headers;
    answered.writeHead(received.statusCode!, { ...others, 'content-encoding': 'br', 'content-length': small.length });
    answered.end(small);
  };
  const server = createServer((asked, answered) => {
    answer(asked, answered).catch((error: unknown) => {
      console.error('The front got no answer.', error);
      answered.destroy();
    });
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
    passOn(upstream, { asked, socket, head }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the browser's headers with the host and origin of `upstream`. Asks for an uncompressed response. */
function ownHeaders(upstream: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'accept-encoding': _, ...others } = headers;
  return { ...others, host: new URL(upstream).host, ...(headers.origin ? { origin: upstream } : {}) };
}

async function ask(upstream: string, asked: IncomingMessage): Promise<IncomingMessage> {
  const headers = ownHeaders(upstream, asked.headers);
  const sent = request(`${upstream}${asked.url}`, { method: asked.method!, headers });
  asked.pipe(sent);
  const [received] = (await once(sent, 'response')) as [IncomingMessage];
  return received;
}

function passOn(
  upstream: string,
  { asked, socket, head }: { asked: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  const { hostname, port } = new URL(upstream);
  const other = connect(Number(port), hostname, () => {
    const headers = Object.entries(ownHeaders(upstream, asked.headers)).map(
      ([name, value]) => `${name}: ${String(value)}\r\n`,
    );
    other.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    other.write(head);
    socket.pipe(other).pipe(socket);
  });
  for (const [end, peer] of [
    [socket, other],
    [other, socket],
  ] as const) {
    end.on('error', () => peer.destroy());
    end.on('close', () => peer.destroy());
  }
}
