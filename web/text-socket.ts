/** How long a socket that is still opening may finish before it is closed, ms. */
const OPENING_MS = 1000;

/** A socket that carries texts. `send` leaves out what is sent before it is open. */
export interface TextSocket {
  send: (text: string) => void;
  close: () => void;
}

/**
 * Opens a socket at a path of this site. `closed` is called once, also if it cannot be opened. A socket that is closed
 * while it opens is let finish first for up to a second, because browsers report the other way as a failed connection.
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
