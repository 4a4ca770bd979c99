import type { ApiError } from '@site/shared/contracts/api-error';
import { networkFailure, readRefusal } from '@site/shared/contracts/api-error';
import { getMe } from '@site/shared/contracts/auth';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import * as v from 'valibot';

export interface ProgressUpload<Answer extends v.GenericSchema> {
  /** A multipart call without parameters in its path. */
  readonly endpoint: Pick<Endpoint<Answer>, 'method' | 'path' | 'answer'>;
  readonly form: FormData;
  readonly signal: AbortSignal;
  /** How much has left, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

interface Answered {
  /** 0: nothing answered, or it was given up. */
  readonly status: number;
  readonly text: string;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const ask = ({ endpoint, form, signal, onProgress }: ProgressUpload<v.GenericSchema>, token: string | null): Promise<Answered> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    request.open(endpoint.method, `/api${endpoint.path}`);
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onloadend = () => {
      signal.removeEventListener('abort', giveUp);
      resolve({ status: request.status, text: request.responseText });
    };
    signal.addEventListener('abort', giveUp, { once: true });
    request.send(form);
  });

/**
 * Sends a form with files and tells how far it is: `fetch`, under the host's client, knows no progress of uploads. Holds the 401 rule of that
 * client (AUTH-07) by letting it ask who is signed in: there the token is refreshed, once for all who ask, or a new sign-in is waited for; then the
 * form is sent once more.
 */
export const sendWithProgress = async <Answer extends v.GenericSchema>(
  { auth, http }: Pick<HostServices, 'auth' | 'http'>,
  upload: ProgressUpload<Answer>,
): Promise<Result<v.InferOutput<Answer>, ApiError>> => {
  if (upload.signal.aborted) return networkFailure;
  const { token } = auth.getState();
  let answered = await ask(upload, token);
  if (answered.status === 401) {
    if (auth.getState().token === token) await http.call(getMe, { signal: upload.signal, silent: true });
    const renewed = auth.getState().token;
    if (renewed !== null && renewed !== token && !upload.signal.aborted) answered = await ask(upload, renewed);
  }

  const { status, text } = answered;
  if (status === 0) return networkFailure;
  const body = parseJson(text);
  if (status < 200 || status > 299) return failure(readRefusal(status, body));
  const parsed = v.safeParse(v.object({ data: upload.endpoint.answer }), body);
  return parsed.success ? success(parsed.output.data) : failure({ kind: 'unexpected', message: '', status });
};
