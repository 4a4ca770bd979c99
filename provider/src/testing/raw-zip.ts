import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP that is written byte by byte. Its sizes, flags and checksums may be wrong on purpose. */
export interface RawEntry {
  readonly name: string | Buffer;
  /** Content, which is compressed with deflate unless `method` says otherwise. */
  readonly bytes: Buffer;
  readonly method?: number;
  readonly packed?: Buffer;
  readonly flags?: number;
  readonly crc?: number;
  readonly packedSize?: number;
  readonly size?: number;
  readonly extra?: Buffer;
  readonly attributes?: number;
  readonly versionNeeded?: number;
  readonly disk?: number;
  readonly offset?: number | ((offsets: readonly number[]) => number);
  /** Values in the local header that differ from the directory. */
  readonly localHeader?: Partial<Pick<RawEntry, 'name' | 'method' | 'flags' | 'crc' | 'packedSize' | 'size' | 'extra'>> & {
    readonly signature?: number;
    readonly nameLength?: number;
  };
  readonly after?: Buffer;
}

interface RawEnd {
  readonly signature?: number;
  readonly entries?: number;
  readonly directoryBytes?: number;
  readonly directoryOffset?: number;
  readonly disk?: number;
  readonly comment?: Buffer;
  readonly commentLength?: number;
  readonly before?: (directoryOffset: number, directoryBytes: number) => Buffer;
}

const UTF8 = 0x800;
const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END = 0x06054b50;

/** Encodes a sequence of numbers, each given as `[bytes, value]`. */
export const numbers = (...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );

export const extraField = (id: number, data: Buffer): Buffer => Buffer.concat([numbers([2, id], [2, data.length]), data]);

const toHeaders = (entry: RawEntry) => {
  const { bytes, method = 8, flags = UTF8, localHeader = {} } = entry;
  const name = Buffer.from(entry.name);
  const packedBytes = entry.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes);
  const extraBytes = entry.extra ?? Buffer.alloc(0);
  const crc = entry.crc ?? crc32(bytes);
  const packedSize = entry.packedSize ?? packedBytes.length;
  const size = entry.size ?? bytes.length;
  const requiredVersion = entry.versionNeeded ?? 20;
  const localName = Buffer.from(localHeader.name ?? name);
  const localExtra = localHeader.extra ?? Buffer.alloc(0);
  const header = numbers(
    [4, localHeader.signature ?? LOCAL_SIGNATURE],
    [2, requiredVersion],
    [2, localHeader.flags ?? flags],
    [2, localHeader.method ?? method],
    [4, 0],
    [4, localHeader.crc ?? crc],
    [4, localHeader.packedSize ?? packedSize],
    [4, localHeader.size ?? size],
    [2, localHeader.nameLength ?? localName.length],
    [2, localExtra.length],
  );
  return {
    data: Buffer.concat([header, localName, localExtra, packedBytes, entry.after ?? Buffer.alloc(0)]),
    toDirectory: (offset: number): Buffer => {
      const start = numbers([4, CENTRAL_SIGNATURE], [2, 0x0314], [2, requiredVersion], [2, flags], [2, method], [4, 0], [4, crc], [4, packedSize], [4, size]);
      const end = numbers([2, name.length], [2, extraBytes.length], [2, 0], [2, entry.disk ?? 0], [2, 0], [4, entry.attributes ?? 0], [4, offset]);
      return Buffer.concat([start, end, name, extraBytes]);
    },
  };
};

export const writeRawZip = (entries: readonly RawEntry[], end: RawEnd = {}): Buffer => {
  const headers = entries.map(toHeaders);
  const offsets: number[] = [];
  let position = 0;
  for (const { data } of headers) {
    offsets.push(position);
    position += data.length;
  }
  const directory = Buffer.concat(
    headers.map(({ toDirectory }, index) => {
      const offset = entries[index]?.offset ?? offsets[index] ?? 0;
      return toDirectory(typeof offset === 'number' ? offset : offset(offsets));
    }),
  );
  const comment = end.comment ?? Buffer.alloc(0);
  const count = end.entries ?? entries.length;
  const record = numbers(
    [4, end.signature ?? END],
    [2, end.disk ?? 0],
    [2, end.disk ?? 0],
    [2, count],
    [2, count],
    [4, end.directoryBytes ?? directory.length],
    [4, end.directoryOffset ?? position],
    [2, end.commentLength ?? comment.length],
  );
  const before = end.before?.(position, directory.length) ?? Buffer.alloc(0);
  return Buffer.concat([...headers.map(({ data }) => data), directory, before, record, comment]);
};
