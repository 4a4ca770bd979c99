import { failure, type Result, success } from '@site/shared/domain/result';
import { decodeHeic } from './decode-heic.ts';

const ACCEPTED_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** Matches the names of iPhone photos, because many systems do not recognise their type. They are sent as JPEG. */
const HEIC_NAME = /\.hei[cf]$/i;
/** Maximum size of a sent file. */
const LIMIT_BYTES = 10 * 1024 * 1024;
/** Maximum size of a chosen file. Large photos are shrunk before they are sent. */
const SOURCE_LIMIT_BYTES = 60 * 1024 * 1024;
/** Maximum length of each side in pixels, which is also the provider's maximum. */
const MAX_SIDE_PX = 2560;

/** File types that a file input offers. */
export const IMAGE_ACCEPT = [...ACCEPTED_TYPES, 'image/heic', '.heic', '.heif'].join(',');
export const IMAGE_HINT = 'JPEG, PNG, WebP, AVIF or HEIC; large photos are resized';
export const UNREADABLE_MESSAGE = 'This file is not a photo that the site can read. It may be damaged. Save it again and choose the new file.';
const NO_DECODER_MESSAGE = 'The decoder for HEIC photos could not be loaded. Check the connection and choose the photo again.';

const toMegabytes = (bytes: number): string => String(Number((bytes / 1024 / 1024).toFixed(1)));

/** Returns the reason why the provider would reject the file (NS-05), before anything is sent; undefined if it would accept the file. */
export const checkImage = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (!ACCEPTED_TYPES.includes(type) && !HEIC_NAME.test(name)) return 'This file type is not supported: choose a JPEG, PNG, WebP, AVIF or HEIC file.';
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size > SOURCE_LIMIT_BYTES) return `This photo is ${toMegabytes(size)} MB; the limit is 60 MB. Save a smaller version and choose it again.`;
  return undefined;
};

const readAsData = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

/** Draws the image with at most `maxSide` pixels on either side. */
const draw = (bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement => {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context !== null) context.imageSmoothingQuality = 'high';
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/** Creates a small preview, because twenty full-size previews would exhaust a phone's memory. */
const toPreview = (bitmap: ImageBitmap, maxSide: number): string => draw(bitmap, maxSide).toDataURL('image/webp', 0.8);

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> => new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));

/** Shrinks large files and converts HEIC to JPEG. Shrunk files other than JPEG become WebP, because JPEG has no transparency. */
const shrinkImage = async (file: File, bitmap: ImageBitmap): Promise<File> => {
  if (HEIC_NAME.test(file.name)) {
    const blob = await encode(draw(bitmap, MAX_SIDE_PX), 'image/jpeg');
    if (blob === null) throw new Error('The image cannot be encoded.');
    return new File([blob], file.name.replace(HEIC_NAME, '.jpg'), { type: blob.type });
  }
  if (Math.max(bitmap.width, bitmap.height) <= MAX_SIDE_PX && file.size <= LIMIT_BYTES) return file;
  const blob = await encode(draw(bitmap, MAX_SIDE_PX), file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp');
  return blob === null || blob.size >= file.size ? file : new File([blob], file.name, { type: blob.type });
};

/** Reason why a file cannot be sent. */
interface ImageProblem {
  readonly message: string;
  /** Whether the problem is temporary and not caused by the file, so that preparing the same file may succeed later. */
  readonly isTemporary: boolean;
}

const reject = (message: string) => failure<ImageProblem>({ message, isTemporary: false });

/** Decodes an image. Safari decodes HEIC natively; other browsers load a decoder. */
const decode = async (file: File): Promise<Result<ImageBitmap, ImageProblem>> => {
  try {
    // oxlint-disable-next-line no-restricted-globals -- Only called if the browser supports it.
    return success(await createImageBitmap(file));
  } catch {
    if (!HEIC_NAME.test(file.name)) return reject(UNREADABLE_MESSAGE);
  }
  const decoded = await decodeHeic(file);
  if (decoded.ok) return decoded;
  return decoded.error === 'unreachable' ? failure({ message: NO_DECODER_MESSAGE, isTemporary: true }) : reject(UNREADABLE_MESSAGE);
};

interface PreparedImage {
  /** The file to send. */
  readonly file: File;
  /** A data URL, because the page's Content-Security-Policy forbids blob URLs. */
  readonly preview: string;
}

/** Prepares a chosen file for sending, with a preview of at most `maxPreviewSide` pixels on either side. Returns a problem if the file cannot be sent. */
export const prepareImage = async (chosenFile: File, maxPreviewSide: number): Promise<Result<PreparedImage, ImageProblem>> => {
  let prepared: PreparedImage;
  try {
    if (typeof createImageBitmap === 'function') {
      const decoded = await decode(chosenFile);
      if (!decoded.ok) return decoded;
      const bitmap = decoded.value;
      prepared = { file: await shrinkImage(chosenFile, bitmap), preview: toPreview(bitmap, maxPreviewSide) };
      bitmap.close();
    } else prepared = { file: chosenFile, preview: await readAsData(chosenFile) };
  } catch {
    return reject(UNREADABLE_MESSAGE);
  }
  const { size } = prepared.file;
  return size > LIMIT_BYTES
    ? reject(`This photo is ${toMegabytes(size)} MB; the limit is ${toMegabytes(LIMIT_BYTES)} MB. Save a smaller version and choose it again.`)
    : success(prepared);
};
