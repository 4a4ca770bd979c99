import { CHOSEN_IMAGE_FIELDS, type EditorConfig, explicitNames, imageTextNames, pickValues, toValues, type Values } from './editor-config.ts';
import type { EditorState } from './editor-state.ts';

/** What was sent. */
interface SentValues {
  readonly sent: Values;
  /** The image fields and dates of it. */
  readonly explicit: readonly string[];
}

/**
 * The values of an editor, and those that count as stored, after a save. Input on the screen is preserved. Only what the provider has filled, and the image fields and dates
 * that were sent, are taken from the response.
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

  // An image of the library comes with what belongs to it, whether or not that was sent.
  const hasNewImage = explicit.includes('imageId') && (sent.imageId ?? '') !== '';
  const imageNames = hasNewImage ? imageTextNames(content) : [];
  const isDecorativeToo = (values.decorative === 'true') === (stored.decorative === 'true');
  const takenOfImage = hasNewImage && isUntouched('imageId') ? [...CHOSEN_IMAGE_FIELDS, ...(isDecorativeToo ? ['decorative'] : [])] : [];

  const taken = [...filled.filter((name) => values[name] === ''), ...explicit.filter(isUntouched), ...takenOfImage];
  return {
    values: { ...values, ...pickValues(stored, taken) },
    baseline: {
      ...sent,
      ...pickValues(stored, filled),
      ...pickValues(baseline, explicitNames(content)),
      ...pickValues(stored, [...explicit, ...imageNames]),
    },
  };
};
