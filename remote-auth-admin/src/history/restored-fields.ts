import type { FullVersion, VersionKind } from '@site/shared/contracts/version';
import { toTimeField } from '../events/event-time.ts';
import { compareVersion, KINDS, toText } from './difference.ts';

const TIMES = ['time', 'endTime'];

/** What of a version differs from the document, as its editor holds it. The address of the page stays: links lead to it. */
export const toRestoredFields = (
  kind: VersionKind,
  version: Pick<FullVersion, 'fields' | 'imageId' | 'image'>,
  document: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const { fields, image } = compareVersion(kind, version, document);
  const names = fields.map(({ name }) => name).filter((name) => name !== 'slug');
  const toInput = (name: string): string => {
    const text = toText(version.fields[name]);
    return kind === 'event' && TIMES.includes(name) ? toTimeField(text) : text;
  };
  const restored = Object.fromEntries(names.map((name) => [name, toInput(name)]));
  if (image === null) return restored;
  return version.imageId === '' ? { ...restored, [KINDS[kind].image.removeField]: 'true' } : { ...restored, imageId: version.imageId, imageSrc: version.image };
};
