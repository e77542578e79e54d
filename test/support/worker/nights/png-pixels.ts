/** The pixels of a PNG with eight bits per channel: `channels` bytes per pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  channels: number;
  bytes: Uint8Array;
}

const RED_GREEN_BLUE = 2;

export async function pixelsOf(png: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height, colors] = [view.getUint32(16), view.getUint32(20), png[25]];
  const data: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49444154) data.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const unpacked = new Blob(data).stream().pipeThrough(new DecompressionStream('deflate'));
  const filtered = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const channels = colors === RED_GREEN_BLUE ? 3 : 4;
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const here = y * stride + x;
      const left = x < channels ? 0 : bytes[here - channels]!;
      const up = y === 0 ? 0 : bytes[here - stride]!;
      const corner = x < channels || y === 0 ? 0 : bytes[here - stride - channels]!;
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? nearest(left, up, corner)
                : 0;
      bytes[here] = filtered[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return { width, height, channels, bytes };
}

/** The Paeth predictor: the neighbor closest to `left + up - corner`. */
function nearest(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
