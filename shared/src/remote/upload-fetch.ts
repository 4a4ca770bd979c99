/** Parses the response headers, which XMLHttpRequest returns as text. */
const readHeaders = (text: string): Headers =>
  new Headers(
    text
      .trim()
      .split(/[\r\n]+/)
      .filter((line) => line !== '')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );

/** Statuses whose responses must not have a body, not even an empty body. */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a `fetch` that reports the share of the body that has been sent, from 0 to 1, because only XMLHttpRequest reports upload progress. Supports
 * the options that the HTTP client passes: URL, method, plain headers, body, signal and `redirect`.
 */
export const createUploadFetch =
  (onProgress: (fraction: number) => void): typeof fetch =>
  (input, { method = 'GET', headers, body, signal, redirect } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const url = new URL(input instanceof Request ? input.url : input, window.location.href).href;
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onloadend = () => {
        signal?.removeEventListener('abort', abort);
        const { status, responseText, responseURL } = request;
        if (signal?.aborted) reject(signal.reason);
        else if (status === 0 || (redirect === 'error' && responseURL !== '' && responseURL !== url)) reject(new TypeError('Failed to fetch'));
        else resolve(new Response(NULL_BODY_STATUSES.has(status) ? null : responseText, { status, headers: readHeaders(request.getAllResponseHeaders()) }));
      };
      signal?.addEventListener('abort', abort, { once: true });
      // The client sends only text and FormData. A stream would need `fetch` itself.
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
