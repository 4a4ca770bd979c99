import { type EditorConfig, pickValues, toValues } from './editor-config.ts';
import type { EditorState } from './editor-state.ts';
import { type Conflict, findConflicts, mergeValues } from './merge-values.ts';

type EditedState<Doc> = Pick<EditorState<Doc>, 'values' | 'baseline' | 'unchosen'>;

/** Finds the texts that the user and a colleague have changed in different ways. `stored` is the colleague's version. */
export const findStoredConflicts = <Doc>(config: EditorConfig<Doc>, { baseline, values }: EditedState<Doc>, stored: Doc): Conflict[] =>
  findConflicts(config.content, Object.keys(values), { base: baseline, mine: values, theirs: toValues(config, stored) });

/** Merges the user's changes into the stored version. For conflicts in `taken`, keeps the colleague's text and adds the user's text to `unchosen`. */
export const mergeStored = <Doc>(config: EditorConfig<Doc>, editedState: EditedState<Doc>, stored: Doc, taken: readonly string[] = []): EditedState<Doc> => {
  const { baseline, values, unchosen } = editedState;
  const theirs = toValues(config, stored);
  const lost = findStoredConflicts(config, editedState, stored).filter(({ key }) => taken.includes(key));
  return {
    values: mergeValues(config.content, { base: baseline, mine: values, theirs }, new Set(taken)),
    baseline: theirs,
    unchosen: {
      ...pickValues(
        values,
        lost.map(({ name }) => name),
      ),
      ...unchosen,
    },
  };
};
