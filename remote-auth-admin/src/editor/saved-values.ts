import { CHOSEN_IMAGE_FIELDS, type EditorConfig, explicitNames, imageTextNames, pickValues, toValues, type Values } from './editor-config.ts';
import type { EditorState } from './editor-state.ts';

interface SentValues {
  readonly sent: Values;
  /** Names of the sent image fields and dates. */
  readonly explicit: readonly string[];
}

/**
 * Returns the editor's values and the stored values after a save. Keeps the input on the screen, and takes from the response only the values that the provider
 * has filled in, and the image fields and dates that were sent.
 */
export const getSavedValues = <Doc>(
  config: EditorConfig<Doc>,
  { values, baseline }: Pick<EditorState<Doc>, 'values' | 'baseline'>,
  { sent, explicit }: SentValues,
  document: Doc,
): Pick<EditorState<Doc>, 'values' | 'baseline'> => {
  const { content } = config;
  const stored = toValues(config, document);
  const isFilled = (name: string): boolean => content.fields[name]?.isFilled === true && sent[name] === '' && stored[name] !== undefined;
  const filled = Object.keys(content.fields).filter(isFilled);
  const isUntouched = (name: string): boolean => (values[name] ?? '') === (sent[name] ?? '');

  // A library image comes with its own properties, even if they were not sent.
  const hasNewImage = explicit.includes('imageId') && (sent.imageId ?? '') !== '';
  const imageNames = hasNewImage ? imageTextNames(content) : [];
  const isDecorativeToo = (values.decorative === 'true') === (stored.decorative === 'true');
  const takenOfImage = hasNewImage && isUntouched('imageId') ? [...CHOSEN_IMAGE_FIELDS, ...(isDecorativeToo ? ['decorative'] : [])] : [];

  const takenNames = [...filled.filter((name) => values[name] === ''), ...explicit.filter(isUntouched), ...takenOfImage];
  return {
    values: { ...values, ...pickValues(stored, takenNames) },
    baseline: {
      ...sent,
      ...pickValues(stored, filled),
      ...pickValues(baseline, explicitNames(content)),
      ...pickValues(stored, [...explicit, ...imageNames]),
    },
  };
};
