/**
 * Chosen image files during a preview, for the lifetime of the page. Browsers do not let a page store files, and returning from the preview must not lose them.
 */
const files = new Map<string, File>();

export const holdFile = (key: string, file: File): void => {
  files.set(key, file);
};

/** Returns the file stored under the key, and removes it. */
export const takeHeldFile = (key: string): File | null => {
  const file = files.get(key) ?? null;
  files.delete(key);
  return file;
};
