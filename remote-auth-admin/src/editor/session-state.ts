import type { FieldErrors } from '../forms/parse-form.ts';
import type { Intent } from './document-form.ts';
import { type DocumentKind, pictureTexts, sameValues, type Values } from './document-kind.ts';
import type { FoundBackup } from './draft-backup.ts';

export type Progress =
  | { readonly kind: 'saved' | 'changed' | 'saving' | 'retrying' | 'offline' | 'signed-out' | 'conflict' }
  /** Cannot be saved as it stands; the words say why. */
  | { readonly kind: 'held'; readonly words: string };

export interface SessionState<Doc> {
  /** As the provider last told it; null: a new one. */
  readonly document: Doc | null;
  /** The version that the values on the screen began from. */
  readonly version: string | null;
  /** As on the screen. */
  readonly values: Values;
  /** What the provider has. */
  readonly baseline: Values;
  readonly hasFile: boolean;
  readonly errors: FieldErrors;
  readonly refusal: string;
  /** Counts the tries to save by hand. */
  readonly attempt: number;
  /** What somebody pressed and waits for. */
  readonly saving: Intent | null;
  readonly progress: Progress;
  readonly savedAt: number | null;
  /** Whether the device could keep the latest input. */
  readonly isKept: boolean;
  readonly recovery: FoundBackup | null;
  /** What somebody else has saved meanwhile. */
  readonly conflict: Doc | null;
  readonly isComparing: boolean;
  /** Another text stands in the fields than was typed there: fields that keep their own state start again. */
  readonly turn: number;
  readonly pictureTurn: number;
}

export const freshState = <Doc>(kind: DocumentKind<Doc>, document: Doc | null): SessionState<Doc> => {
  const values = kind.toValues(document);
  const version = document === null ? null : kind.factsOf(document).version;
  return {
    document,
    version,
    values,
    baseline: values,
    hasFile: false,
    errors: {},
    refusal: '',
    attempt: 0,
    saving: null,
    progress: { kind: 'saved' },
    savedAt: version === null ? null : Date.parse(version),
    isKept: true,
    recovery: null,
    conflict: null,
    isComparing: true,
    turn: 0,
    pictureTurn: 0,
  };
};

/** Whether the provider lacks anything that stands on the screen; `textAlone` leaves out what is sent by hand only. */
export const isUnsaved = <Doc>(kind: DocumentKind<Doc>, { values, baseline, hasFile }: SessionState<Doc>, textAlone = false): boolean => {
  if (!textAlone) return hasFile || !sameValues(values, baseline);
  const left = Object.fromEntries([...pictureTexts(kind.pictureName), 'publishDate', 'publishTime'].map((name) => [name, '']));
  return !sameValues({ ...values, ...left }, { ...baseline, ...left });
};

/** A field that is being changed is not wrong until it is judged again. */
export const withoutErrors = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  names.some((name) => errors[name] !== undefined) ? Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))) : errors;
