/** Chosen image files that a preview interrupts: no browser lets a page store them, and the way back must not lose them. As long as the page lives. */
const files = new Map<string, File>();

export const holdFile = (key: string, file: File): void => {
  files.set(key, file);
};

/** The file that was held under the key, once. */
export const takeFile = (key: string): File | null => {
  const file = files.get(key) ?? null;
  files.delete(key);
  return file;
};
