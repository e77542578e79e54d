const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_LINE = Buffer.from('\r\n');

/** Reports the status of each response in the bytes of an HTTP/1.1 connection. Bodies are dropped. */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  #status = 0;
  /** How many bytes of the body or of its current chunk are still to come. */
  #left = 0;
  #part: 'head' | 'body' | 'chunk size' | 'chunk' = 'head';
  readonly #report: (status: number) => void;

  constructor(report: (status: number) => void) {
    this.#report = report;
  }

  take(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    while (this.#step());
  }

  /** Reads one part. Returns false if more bytes are needed. */
  #step(): boolean {
    if (this.#part === 'head') return this.#readHead();
    if (this.#part === 'chunk size') return this.#readChunkSize();
    const taken = Math.min(this.#left, this.#bytes.length);
    this.#left -= taken;
    this.#bytes = this.#bytes.subarray(taken);
    if (this.#left > 0) return false;
    if (this.#part === 'chunk') this.#part = 'chunk size';
    else this.#end();
    return this.#bytes.length > 0;
  }

  #readHead(): boolean {
    const at = this.#bytes.indexOf(END_OF_HEAD);
    if (at < 0) return false;
    const head = this.#bytes.toString('latin1', 0, at);
    this.#bytes = this.#bytes.subarray(at + END_OF_HEAD.length);
    this.#status = Number(head.slice(9, 12));
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#part = isChunked ? 'chunk size' : 'body';
    this.#left = isChunked || this.#status === 204 || this.#status === 304 ? 0 : Number(length ?? 0);
    return true;
  }

  /** A chunk consists of its size in hex, a line break, its bytes and a line break. The last chunk is empty. */
  #readChunkSize(): boolean {
    const at = this.#bytes.indexOf(END_OF_LINE);
    if (at < 0) return false;
    const size = Number.parseInt(this.#bytes.toString('latin1', 0, at), 16);
    this.#bytes = this.#bytes.subarray(at + END_OF_LINE.length);
    this.#left = size + END_OF_LINE.length;
    this.#part = size === 0 ? 'body' : 'chunk';
    return true;
  }

  #end(): void {
    this.#part = 'head';
    this.#report(this.#status);
  }
}
