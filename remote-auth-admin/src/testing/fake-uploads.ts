import { toApiError } from '@site/shared/contracts/api-error';
import { createImage } from '@site/shared/contracts/gallery';
import { createLibraryImage } from '@site/shared/contracts/media';
import { apiError, type HostServicesStub, type StubInput } from '@site/shared/testing/host-services-stub';
import { act } from 'react';

/** An upload that is waiting for its response. */
interface FakeUpload {
  readonly form: FormData;
  readonly isAborted: () => boolean;
  progress(sentFraction: number): void;
  /** Status 0 means no response. */
  respond(status: number, body?: unknown): Promise<void>;
}

const toResponse = (status: number, body: unknown): unknown => {
  if (status === 0) return apiError('network');
  if (status > 299) return toApiError(status, body);
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : apiError('unexpected');
};

/** Collects the uploads in the order in which they are sent. Each upload waits until the test responds or the upload is aborted. */
export const fakeUploads = (stub: HostServicesStub): readonly FakeUpload[] => {
  const uploads: FakeUpload[] = [];
  const respond = ({ body, signal, onUploadProgress }: StubInput): Promise<unknown> =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(apiError('network')));
      uploads.push({
        form: body instanceof FormData ? body : new FormData(),
        isAborted: () => signal?.aborted === true,
        progress: (sentFraction) => act(() => onUploadProgress?.(sentFraction)),
        respond: (status, response = {}) => act(async () => resolve(toResponse(status, response))),
      });
    });
  stub.respond(createImage, respond);
  stub.respond(createLibraryImage, respond);
  return uploads;
};
