import { IMAGE_WIDTHS } from '../../../contract/nights/images.ts';
import { IMAGE_FORMATS, renditionName } from '../../../http/shared/image-store.ts';

interface Rendition {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/** No side of a rendition is longer, in pixels. A tall picture is bounded by its height. */
const LONGEST_SIDE = Math.max(...IMAGE_WIDTHS);

/**
 * Encodes a picture in every width and format, without its metadata. The picture is decoded once for each rendition.
 * The platform makes no AVIF of more than 1,200 pixels and answers with another format, so `type` is the type that came
 * back. Throws if the decoder fails.
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

/** Stores every rendition in the bucket. If one fails, all are removed. */
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
