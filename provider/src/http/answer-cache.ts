/** Serialised answers of one content revision. */
export interface AnswerCache {
  get(address: string, revision: number, make: () => Promise<Buffer>): Promise<Buffer>;
}

const ENTRY_LIMIT = 500;

export const createAnswerCache = (): AnswerCache => {
  let held = -1;
  const answers = new Map<string, Promise<Buffer>>();
  return {
    get: (address, revision, make) => {
      if (revision !== held) {
        answers.clear();
        held = revision;
      }
      const known = answers.get(address);
      if (known !== undefined) return known;
      const made = make();
      if (answers.size >= ENTRY_LIMIT) answers.clear();
      answers.set(address, made);
      // A failure is nobody's answer but the caller's.
      made.catch(() => answers.delete(address));
      return made;
    },
  };
};
