import { failure, type Result, success } from '@site/shared/domain/result';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const LIMIT_BYTES = 10 * 1024 * 1024;

/** The file types that a file input offers. */
export const IMAGE_ACCEPT = TYPES.join(',');
export const IMAGE_HINT = 'JPEG, PNG, WebP or AVIF, 10 MB at most';
export const UNREADABLE = 'This file cannot be read as an image. It may be damaged: save it again and choose it again.';

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** Why the provider would reject the file (NS-05), before anything is sent; undefined when it would not. */
export const checkImage = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (/\.hei[cf]$/i.test(name))
    return 'HEIC images are not supported. On an iPhone choose Settings, Camera, Formats, “Most compatible”, or save the image as JPEG.';
  if (!TYPES.includes(type)) return 'This file type is not supported: choose a JPEG, PNG, WebP or AVIF file.';
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size > LIMIT_BYTES) return `This image has ${megabytes(size)} MB; the limit is 10 MB. Save a smaller version and choose it again.`;
  return undefined;
};

const readAsData = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

/** The image with at most `longest` pixels on either side: twenty photos at full size would exhaust the memory of a phone. */
const drawSmall = async (file: File, longest: number): Promise<string> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.8);
};

/** A chosen file as a data URL, because the page's Content-Security-Policy allows no blob URLs; or why it cannot be shown. */
export const readPreview = async (file: File, longest: number): Promise<Result<string, string>> => {
  try {
    return success(await (typeof createImageBitmap === 'function' ? drawSmall(file, longest) : readAsData(file)));
  } catch {
    return failure(UNREADABLE);
  }
};
