import type { ApiError } from '@site/shared/contracts/api-error';
import { type ImportedItem, TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { KINDS, mapKinds } from '@site/shared/domain/kinds';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

export const KIND_NAMES: Readonly<Record<TransferKind, string>> = {
  ...mapKinds((kind) => KINDS[kind].plural),
  media: 'Photos',
  album: 'Albums',
  image: 'Gallery photos',
  redirect: 'Redirects',
};

export const OUTCOME_NAMES: Readonly<Record<ImportedItem['outcome'], string>> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  conflict: 'Conflict',
  error: 'Error',
};

const MIB = 1024 * 1024;

/** Formats a size, for example "4.8 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < MIB
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`
    : `${(bytes / MIB).toLocaleString('en-US', { maximumFractionDigits: bytes < 100 * MIB ? 1 : 0 })} MB`;

export const countOutcome = (items: readonly ImportedItem[], outcome: ImportedItem['outcome']): number =>
  items.filter((item) => item.outcome === outcome).length;

/** Returns the kinds of content in the file. Each kind has a row in the report. */
export const listKinds = (items: readonly ImportedItem[]): readonly TransferKind[] => TRANSFER_KINDS.filter((kind) => items.some((item) => item.kind === kind));

export const isProblem = ({ outcome }: ImportedItem): boolean => outcome === 'conflict' || outcome === 'error';

const formatItems = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;

/** Summarises a check or an import in one or two sentences. */
export const describeReport = (items: readonly ImportedItem[], isDone: boolean): string => {
  if (items.length === 0) return 'The file contains no content.';
  const changes = countOutcome(items, 'new') + countOutcome(items, 'changed');
  const problems = items.filter(isProblem).length;
  if (changes + problems === 0) return `${isDone ? 'Nothing was changed' : 'There is nothing to import'}: everything in the file is already here.`;
  const first = changes === 0 ? `Nothing ${isDone ? 'was imported' : 'can be imported'}.` : `${formatItems(changes)} ${isDone ? 'imported' : 'to import'}.`;
  return problems === 0 ? first : `${first} ${formatItems(problems)} ${isDone ? 'not imported' : 'cannot be imported'}.`;
};

/** Explains a failed check or import. If the connection was lost during an import, some items may have been imported. */
export const getImportError = (error: ApiError, isDone: boolean): string =>
  error.kind === 'network' && isDone
    ? 'The connection was lost. Items imported before that are kept. Import the file again; items that are already here will not be changed.'
    : error.kind === 'network'
      ? 'The file could not be sent. Nothing was imported. Try again when you are connected.'
      : getApiErrorMessage(error);
