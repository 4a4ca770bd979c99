/** Image files that were chosen before a preview opened, so that users need not choose them again afterwards. They are kept in memory and lost on reload. */
const files = new Map<string, File>();

export const holdFile = (key: string, file: File): void => {
  files.set(key, file);
};

/** Removes and returns the file with this key. */
export const takeHeldFile = (key: string): File | null => {
  const file = files.get(key) ?? null;
  files.delete(key);
  return file;
};
