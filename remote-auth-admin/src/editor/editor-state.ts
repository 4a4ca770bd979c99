import type { ApiError } from '@site/shared/contracts/api-error';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Backup, FoundBackup } from '../session/draft-backup.ts';
import type { Command } from './document-form.ts';
import { type DocumentMetadata, type EditorConfig, sameValues, toValues, type Values } from './editor-config.ts';

export interface SaveRequest {
  readonly command: Command;
  readonly isAuto: boolean;
}

/** The request in flight. There is never more than one, so that two saves by this editor cannot conflict. */
type Request =
  | { readonly kind: 'none' | 'delete' }
  | ({
      readonly kind: 'save';
      readonly sent: Values;
      readonly file: File | null;
      /** Names of the image fields and dates that the save sends. */
      readonly explicitNames: readonly string[];
      /** Value of `unconfirmedValues` before this save. */
      readonly unconfirmedBefore: Values | null;
    } & SaveRequest)
  /** Loads the stored document after a conflict. */
  | ({ readonly kind: 'compare'; readonly error: ApiError } & SaveRequest);

/** Reason why the work is not saved. For `blocked`, the message says what to change first. */
export type Problem = { readonly kind: 'retrying' | 'offline' | 'signed-out' | 'conflict' } | { readonly kind: 'blocked'; readonly message: string };

export interface EditorState<Doc> {
  readonly phase: 'open' | 'closed' | 'deleted';
  /** The document as last received from the provider; null for a new document. */
  readonly document: Doc | null;
  /** Version on which the values are based. */
  readonly version: string | null;
  /** Values on the screen. */
  readonly values: Values;
  /** Values stored at the provider. */
  readonly baseline: Values;
  /** A chosen image file that has not been sent yet. */
  readonly file: File | null;
  readonly errors: FieldErrors;
  /** Form-level error; '' if there is none. */
  readonly message: string;
  /** Number of explicit saves. Each save focuses the error summary. */
  readonly attempt: number;
  readonly request: Request;
  /** The request to start when the current request has ended. */
  readonly queued: SaveRequest | 'delete' | null;
  /** Save to repeat after the next sign-in. */
  readonly awaitingSignIn: SaveRequest | null;
  readonly timer: 'none' | 'autosave' | 'retry';
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Values that were sent but not confirmed by a response. The provider may have stored them. */
  readonly unconfirmedValues: Values | null;
  readonly problem: Problem | null;
  readonly savedAt: number | null;
  /** Whether the device has stored the latest input. */
  readonly isBackedUp: boolean;
  /** Values that the provider has stored as an unsaved draft. */
  readonly storedDraft: Values | null;
  readonly recovery: FoundBackup | null;
  /** The version that a colleague saved first, and the colleague's name ('' if unknown). */
  readonly conflict: { readonly document: Doc; readonly savedBy: string } | null;
  /** Texts that the user discarded in favour of a colleague's, by field. The next save stores them as a version. */
  readonly unchosen: Values;
  /** The open dialog. */
  readonly dialog: 'conflict' | 'publish' | 'schedule' | 'delete' | null;
  /** Whether the last save published or scheduled the document; null once the user has closed the message. */
  readonly outcome: 'published' | 'scheduled' | null;
  readonly isPreviewing: boolean;
}

export type EditorEvent<Doc> =
  | { readonly type: 'opened' | 'closed' | 'reconnected' | 'signedIn' | 'saveTimerFired' }
  | { readonly type: 'changed'; readonly values?: Values; readonly file?: File | null }
  | { readonly type: 'saveRequested'; readonly command: Command }
  /** Asks for confirmation before publishing, if nothing is missing. */
  | { readonly type: 'publishRequested'; readonly dialog: 'publish' | 'schedule' }
  | { readonly type: 'outcomeClosed' }
  | { readonly type: 'saveSucceeded'; readonly document: Doc }
  | { readonly type: 'saveFailed'; readonly error: ApiError; readonly isOnline: boolean }
  /** Null if the document could not be loaded. */
  | { readonly type: 'storedDocumentLoaded'; readonly document: Doc | null }
  | { readonly type: 'statusTaken' }
  /** `taken` contains the keys of the conflicts in which the user chose the colleague's text. */
  | { readonly type: 'conflictDecided'; readonly taken: readonly string[] }
  | { readonly type: 'dialogOpened'; readonly dialog: 'conflict' | 'delete' }
  | { readonly type: 'dialogClosed' }
  /** `file` is the image that was chosen before a preview opened. */
  | { readonly type: 'backupFound'; readonly found: FoundBackup | null; readonly file?: File | null }
  | { readonly type: 'backupWritten'; readonly isStored: boolean }
  | { readonly type: 'draftStored'; readonly values: Values }
  | { readonly type: 'backupRestored' | 'backupDiscarded' }
  /** Whether the preview has its own tab, so that the editor stays open. */
  | { readonly type: 'previewOpened'; readonly staysOpen?: boolean }
  | { readonly type: 'deleteConfirmed' | 'deleteSucceeded' }
  | { readonly type: 'deleteFailed'; readonly error: ApiError };

/** Side effects, described as data. */
export type Effect =
  | { readonly type: 'save'; readonly id: string | null; readonly form: Values; readonly file: File | null; readonly isSilent: boolean }
  | { readonly type: 'loadStored'; readonly id: string | null; readonly slug: string }
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'startTimer'; readonly delayMs: number }
  | { readonly type: 'stopTimer' }
  | { readonly type: 'findBackup'; readonly id: string | null }
  | { readonly type: 'writeBackup'; readonly id: string | null; readonly backup: Omit<Backup, 'storedAt'> }
  | { readonly type: 'removeBackup'; readonly key: string }
  | { readonly type: 'clearBackup' | 'releaseBackup' }
  | { readonly type: 'notify'; readonly message: string }
  /** Gives a new document its own URL after the first save. */
  | { readonly type: 'openDocument'; readonly id: string }
  | { readonly type: 'openPreview'; readonly id: string | null; readonly path: string; readonly draft: unknown; readonly file: File | null }
  | { readonly type: 'leaveDeleted'; readonly id: string };

export interface Step<Doc> {
  readonly state: EditorState<Doc>;
  readonly effects: readonly Effect[];
}

export const getStatus = (metadata: DocumentMetadata | null): PublicationStatus => metadata?.status ?? 'draft';

export const initialState = <Doc>(config: EditorConfig<Doc>, document: Doc | null): EditorState<Doc> => {
  const values = toValues(config, document);
  const metadata = document === null ? null : config.getMetadata(document);
  const version = metadata?.version ?? null;
  return {
    phase: 'open',
    document,
    version,
    values,
    baseline: values,
    file: null,
    errors: {},
    message: '',
    attempt: 0,
    request: { kind: 'none' },
    queued: null,
    awaitingSignIn: null,
    timer: 'none',
    failures: 0,
    unconfirmedValues: null,
    problem: null,
    savedAt: version === null ? null : Date.parse(version),
    isBackedUp: true,
    storedDraft: null,
    recovery: null,
    conflict: null,
    unchosen: {},
    dialog: null,
    outcome: null,
    isPreviewing: false,
  };
};

/** Whether the screen shows anything that the provider has not stored. */
export const isUnsaved = <Doc>({ values, baseline, file }: EditorState<Doc>): boolean => file !== null || !sameValues(values, baseline);

/** Says who saved first, for example "Ada Obi saved first". An unknown name becomes "Someone else". */
export const describeConflict = (savedBy = ''): string => `${savedBy === '' ? 'Someone else' : savedBy} saved first`;

/** Returns the pending explicit command; null during autosaves. */
export const getPendingCommand = <Doc>({ request, queued }: EditorState<Doc>): Command | null => {
  if (queued !== null && queued !== 'delete' && !queued.isAuto) return queued.command;
  return (request.kind === 'save' || request.kind === 'compare') && !request.isAuto ? request.command : null;
};
