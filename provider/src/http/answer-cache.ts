/** An answer as it goes out. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serialised answers of one content revision, the youngest ones within a bound of memory. */
export interface AnswerCache {
  get(address: string, revision: number, make: () => Promise<KeptAnswer>): Promise<KeptAnswer>;
}

const BOUND_BYTES = 32 * 1024 * 1024;
/** What an entry costs beside its body. */
const ENTRY_BYTES = 1024;

export const createAnswerCache = (boundBytes = BOUND_BYTES): AnswerCache => {
  let held = -1;
  let bytes = 0;
  const answers = new Map<string, { readonly answer: Promise<KeptAnswer>; bytes: number }>();

  const drop = (address: string): void => {
    bytes -= answers.get(address)?.bytes ?? 0;
    answers.delete(address);
  };
  const keepWithin = (): void => {
    for (const address of answers.keys()) {
      if (bytes <= boundBytes) return;
      drop(address);
    }
  };

  return {
    get: (address, revision, make) => {
      if (revision !== held) {
        answers.clear();
        bytes = 0;
        held = revision;
      }
      const known = answers.get(address);
      if (known !== undefined) return known.answer;
      const entry = { answer: make(), bytes: 0 };
      answers.set(address, entry);
      entry.answer.then(
        ({ body }) => {
          if (answers.get(address) !== entry) return;
          entry.bytes = body.length + address.length + ENTRY_BYTES;
          bytes += entry.bytes;
          keepWithin();
        },
        // A failure is nobody's answer but the caller's.
        () => answers.get(address) === entry && answers.delete(address),
      );
      return entry.answer;
    },
  };
};
