import { CHOSEN_IMAGE_FIELDS, type EditorConfig, getExplicitNames, imageTextNames, pickValues, toValues, type Values } from './editor-config.ts';
import type { EditorState } from './editor-state.ts';

interface SentValues {
  readonly sent: Values;
  /** Names of the sent image fields and dates. */
  readonly explicitNames: readonly string[];
}

/**
 * Returns the editor's values and the stored values after a save. Keeps the input on the screen, and takes from the response only the values that the provider
 * has filled in, and the image fields and dates that were sent.
 */
export const getSavedValues = <Doc>(
  config: EditorConfig<Doc>,
  { values, baseline }: Pick<EditorState<Doc>, 'values' | 'baseline'>,
  { sent, explicitNames }: SentValues,
  document: Doc,
): Pick<EditorState<Doc>, 'values' | 'baseline'> => {
  const { content } = config;
  const stored = toValues(config, document);
  const isAutoFilled = (name: string): boolean => content.fields[name]?.isFilled === true && sent[name] === '' && stored[name] !== undefined;
  const autoFilledNames = Object.keys(content.fields).filter(isAutoFilled);
  const isUntouched = (name: string): boolean => (values[name] ?? '') === (sent[name] ?? '');

  // A library image comes with its own properties, even if they were not sent.
  const hasNewImage = explicitNames.includes('imageId') && (sent.imageId ?? '') !== '';
  const imageNames = hasNewImage ? imageTextNames(content) : [];
  const isDecorativeUnchanged = (values.decorative === 'true') === (stored.decorative === 'true');
  const acceptedImageNames = hasNewImage && isUntouched('imageId') ? [...CHOSEN_IMAGE_FIELDS, ...(isDecorativeUnchanged ? ['decorative'] : [])] : [];

  const acceptedNames = [...autoFilledNames.filter((name) => values[name] === ''), ...explicitNames.filter(isUntouched), ...acceptedImageNames];
  return {
    values: { ...values, ...pickValues(stored, acceptedNames) },
    baseline: {
      ...sent,
      ...pickValues(stored, autoFilledNames),
      ...pickValues(baseline, getExplicitNames(content)),
      ...pickValues(stored, [...explicitNames, ...imageNames]),
    },
  };
};
