import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTextSocket } from './text-socket.ts';

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: string[] = [];
  close = vi.fn<() => void>();
  readonly url: string;
  constructor(url: URL) {
    super();
    this.url = url.href;
    FakeSocket.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', new URL('https://vouch.test/events/some-night'));
  FakeSocket.opened = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openSocket() {
  const on = { said: vi.fn<(text: string) => void>(), closed: vi.fn<() => void>() };
  const socket = openTextSocket('/api/events/some-night/live?after=0', on);
  return { socket, on, wire: FakeSocket.opened[0]! };
}

test('a socket connects to the page’s own site, receives texts and reports that it was closed', () => {
  const { socket, on, wire } = openSocket();
  expect(wire.url).toBe('wss://vouch.test/api/events/some-night/live?after=0');
  socket.send('too early');
  wire.open();
  socket.send('ping');
  expect(wire.sent).toEqual(['ping']);
  wire.dispatchEvent(new MessageEvent('message', { data: 'pong' }));
  expect(on.said).toHaveBeenCalledExactlyOnceWith('pong');
  wire.dispatchEvent(new Event('close'));
  expect(on.closed).toHaveBeenCalledOnce();
});

test('closing an open socket closes it at once', () => {
  const { socket, wire } = openSocket();
  wire.open();
  socket.close();
  expect(wire.close).toHaveBeenCalledOnce();
});

test('closing a socket that is still opening waits until it is open, so that browsers report no failed connection', () => {
  const { socket, wire } = openSocket();
  socket.close();
  expect(wire.close).not.toHaveBeenCalled();
  wire.open();
  expect(wire.close).toHaveBeenCalledOnce();
});

test('closing a socket that never opens takes effect after a second', () => {
  const { socket, wire } = openSocket();
  socket.close();
  vi.advanceTimersByTime(999);
  expect(wire.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(wire.close).toHaveBeenCalledOnce();
});
