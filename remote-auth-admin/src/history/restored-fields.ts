import type { FullVersion } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { toTimeField } from '../events/event-time.ts';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { compareVersion, toText } from './difference.ts';

const TIME_FIELDS = ['time', 'endTime'];

/** Returns the fields in which a version differs from the document, in the editor's format. The slug does not change, because links refer to it. */
export const toRestoredFields = (
  kind: VersionKind,
  version: Pick<FullVersion, 'fields' | 'imageId' | 'image'>,
  document: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const { fields, image } = compareVersion(kind, version, document);
  const names = fields.map(({ name }) => name).filter((name) => name !== 'slug');
  const toInput = (name: string): string => {
    const text = toText(version.fields[name]);
    return kind === 'event' && TIME_FIELDS.includes(name) ? toTimeField(text) : text;
  };
  const restored = Object.fromEntries(names.map((name) => [name, toInput(name)]));
  if (image === null) return restored;
  return version.imageId === ''
    ? { ...restored, [KIND_CALLS[kind].content.image.removeField]: 'true' }
    : { ...restored, imageId: version.imageId, imageSrc: version.image };
};
