import { IMAGE_WIDTHS } from '../../contract/images.ts';
import { IMAGE_FORMATS, renditionName } from '../../http/image-store.ts';

interface Rendition {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/**
 * Decodes a picture once a rendition and encodes it anew in every width and format, which leaves its metadata behind. Throws where the
 * decoder gives up.
 */
export async function encodeImage(images: ImagesBinding, { key, picture }: { key: string; picture: Uint8Array }): Promise<Rendition[]> {
  return Promise.all(
    IMAGE_WIDTHS.flatMap((width) =>
      IMAGE_FORMATS.map(async (format) => {
        const type = `image/${format}` as const;
        const result = await images
          .input(new Blob([picture]).stream())
          .transform({ width, fit: 'scale-down' })
          .output({ format: type, quality: format === 'avif' ? 55 : 78, anim: false });
        return { name: renditionName(key, width, format), type, bytes: await result.response().arrayBuffer() };
      }),
    ),
  );
}

/** Puts every rendition into the bucket, or none: one that fails takes the others with it. */
export async function storeRenditions(bucket: R2Bucket, renditions: readonly Rendition[]): Promise<void> {
  try {
    await Promise.all(renditions.map(({ name, type, bytes }) => bucket.put(name, bytes, { httpMetadata: { contentType: type } })));
  } catch (error) {
    await bucket.delete(renditions.map(({ name }) => name));
    throw error;
  }
}
