/** How long `close` waits for a socket that is still opening, in ms. */
const OPENING_MS = 1000;

/** A socket for text. `send` drops text until the socket is open. */
export interface TextSocket {
  send: (text: string) => void;
  close: () => void;
}

/**
 * Opens a socket at a path of this site. `closed` is called once, even if the socket cannot open. `close` lets a socket
 * finish opening first, because browsers would otherwise report a failed connection.
 */
export function openTextSocket(path: string, on: { said: (text: string) => void; closed: () => void }): TextSocket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  const close = () => socket.close();
  socket.addEventListener('message', ({ data }) => on.said(String(data)));
  socket.addEventListener('close', on.closed);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      if (socket.readyState !== WebSocket.CONNECTING) return close();
      socket.addEventListener('open', close);
      setTimeout(close, OPENING_MS);
    },
  };
}
