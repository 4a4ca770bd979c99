const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const LIMIT_BYTES = 10 * 1024 * 1024;

/** What a file field offers to choose. */
export const IMAGE_ACCEPT = TYPES.join(',');
export const IMAGE_HINT = 'JPEG, PNG, WebP or AVIF, 10 MB at most';
export const UNREADABLE = 'This file cannot be read as an image. It may be damaged: save it again and choose it once more.';

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** Why the provider would refuse the file (NS-05), before anything is sent; undefined when nothing speaks against it. */
export const checkImage = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (/\.hei[cf]$/i.test(name))
    return 'HEIC pictures are not taken. On an iPhone choose Settings, Camera, Formats, “Most compatible”, or save the picture as JPEG.';
  if (!TYPES.includes(type)) return 'This is not a picture of a kind that is taken: choose a JPEG, PNG, WebP or AVIF file.';
  if (size === 0) return 'This file is empty. Choose it anew.';
  if (size > LIMIT_BYTES) return `This picture has ${megabytes(size)} MB: 10 MB at most. Save it smaller and choose it anew.`;
  return undefined;
};
