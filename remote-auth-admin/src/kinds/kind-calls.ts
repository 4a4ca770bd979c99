import type { ApiError } from '@site/shared/contracts/api-error';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { eventKind, getEvent, listEventsPage, restoreEvent } from '@site/shared/contracts/event';
import { getPost, listPostsPage, postKind, restorePost } from '@site/shared/contracts/post';
import { getProgram, listProgramsPage, programKind, restoreProgram } from '@site/shared/contracts/program';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { Result } from '@site/shared/domain/result';
import type { CallInput, HttpClient } from '@site/shared/remote/host-services';
import type * as v from 'valibot';

/** API calls for screens that show documents of any kind. `content` defines the fields. */
export const KIND_CALLS = {
  post: { content: postKind, get: getPost, list: listPostsPage, restore: restorePost },
  event: { content: eventKind, get: getEvent, list: listEventsPage, restore: restoreEvent },
  program: { content: programKind, get: getProgram, list: listProgramsPage, restore: restoreProgram },
} as const satisfies Readonly<Record<VersionKind, { readonly content: object; readonly get: Endpoint; readonly list: Endpoint; readonly restore: Endpoint }>>;

type CallOptions = Pick<CallInput<never>, 'silent' | 'signal'>;

type StoredDocument = Readonly<Record<string, unknown>>;

/** Loads a document by its id. Each contract has a different name for the path parameter. */
export const getDocument = (http: HttpClient, kind: VersionKind, id: string, options: CallOptions): Promise<Result<StoredDocument, ApiError>> => {
  const get: Endpoint<v.GenericSchema<unknown, StoredDocument>> = KIND_CALLS[kind].get;
  const [, parameter = ''] = /:(\w+)$/.exec(get.path) ?? [];
  return http.call(get, { params: { [parameter]: id }, ...options });
};
