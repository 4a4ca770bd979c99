import { failure, type Result, success } from '@site/shared/domain/result';
import { UNREADABLE } from './image-check.ts';

const readAsData = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

/** The picture no longer than `longest` on either side: twenty photos of a phone at full size would take all of its memory. */
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

/** A chosen file as a picture in data, because the page's policy loads none from memory addresses; or why it cannot be shown. */
export const readPreview = async (file: File, longest: number): Promise<Result<string, string>> => {
  try {
    return success(await (typeof createImageBitmap === 'function' ? drawSmall(file, longest) : readAsData(file)));
  } catch {
    return failure(UNREADABLE);
  }
};
