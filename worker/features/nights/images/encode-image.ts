import { IMAGE_WIDTHS } from '../../../contract/nights/images.ts';
import { IMAGE_FORMATS, renditionName } from '../../../http/shared/nights/image-store.ts';

interface Rendition {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/** In pixels. */
const LONGEST_SIDE = Math.max(...IMAGE_WIDTHS);

/**
 * Encodes a picture in each width and format, without its metadata. Above 1,200 pixels the platform makes another
 * format instead of AVIF, so `type` is the format that the platform returned. Throws if the decoder fails.
 */
export async function encodeImage(
  images: ImagesBinding,
  { key, picture }: { key: string; picture: Uint8Array },
): Promise<Rendition[]> {
  return Promise.all(
    IMAGE_WIDTHS.flatMap((width) =>
      IMAGE_FORMATS.map(async (format) => {
        const result = await images
          .input(new Blob([picture]).stream())
          .transform({ width, height: LONGEST_SIDE, fit: 'scale-down' })
          .output({ format: `image/${format}`, quality: format === 'avif' ? 55 : 78, anim: false });
        return {
          name: renditionName(key, width, format),
          type: result.contentType(),
          bytes: await result.response().arrayBuffer(),
        };
      }),
    ),
  );
}

/** Stores all renditions. If one fails, removes those that are stored by then. */
export async function storeRenditions(bucket: R2Bucket, renditions: readonly Rendition[]): Promise<void> {
  try {
    await Promise.all(
      renditions.map(({ name, type, bytes }) => bucket.put(name, bytes, { httpMetadata: { contentType: type } })),
    );
  } catch (error) {
    await bucket.delete(renditions.map(({ name }) => name));
    throw error;
  }
}
