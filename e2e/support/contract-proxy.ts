import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { type Exchange, getMediaType, JSON_TYPE } from './contract.ts';

/** Longer than the provider's own timeout, so that the provider decides when a connection ends. */
const KEEP_ALIVE_MS = 75_000;

const collectChunks = (stream: Readable): readonly Buffer[] => {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return parts;
};

/** Only JSON is validated, so the bodies of uploads, images and exports are not collected. */
const collectJson = (message: IncomingMessage): readonly Buffer[] | undefined =>
  getMediaType(message.headers['content-type']) === JSON_TYPE ? collectChunks(message) : undefined;

const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Starts a proxy in front of a provider. Requests and responses pass through unchanged, including their headers, as they arrive. If the provider refuses or
 * breaks a connection, the proxy breaks the host's connection too. `record` is called with each complete exchange below `/api`.
 */
export const startContractProxy = async (providerUrl: string, record: (exchange: Exchange) => void) => {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(providerUrl);

  const forwardResponse =
    (incoming: IncomingMessage, outgoing: ServerResponse, requestParts: readonly Buffer[] | undefined) => (providerResponse: IncomingMessage) => {
      const { method = '', url = '', headers } = incoming;
      const { statusCode: status = 0, statusMessage, rawHeaders } = providerResponse;
      if (url.startsWith('/api/')) {
        const responseParts = providerResponse.headers['content-type'] === undefined ? collectChunks(providerResponse) : collectJson(providerResponse);
        // Validate only once the whole response has been forwarded, so that validation causes no delay.
        const validate = (): void =>
          record({
            method,
            url,
            requestHeaders: headers,
            hasRequestBody: hasBody(incoming),
            requestBody: incoming.complete && requestParts !== undefined ? Buffer.concat(requestParts).toString() : undefined,
            status,
            responseHeaders: providerResponse.headers,
            responseBody: responseParts && Buffer.concat(responseParts).toString(),
          });
        providerResponse.once('end', () => setImmediate(validate));
      }
      outgoing.writeHead(status, statusMessage, rawHeaders);
      pipeline(providerResponse, outgoing, () => {});
    };

  const server = createServer((incoming, outgoing) => {
    outgoing.sendDate = false;
    const { method, url = '', rawHeaders } = incoming;
    const requestParts = url.startsWith('/api/') ? collectJson(incoming) : undefined;
    // An array of names and values preserves their case and order, but the types allow only an object.
    const headers = rawHeaders as unknown as Record<string, string>;
    const forwardedRequest = request({ agent, hostname, port, method, path: url, headers });
    let hasResponse = false;
    forwardedRequest.once('response', (providerResponse) => {
      hasResponse = true;
      forwardResponse(incoming, outgoing, requestParts)(providerResponse);
    });
    // A provider may respond before the end of an upload and then close the connection.
    forwardedRequest.on('error', () => {
      if (!hasResponse) outgoing.destroy();
    });
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) forwardedRequest.destroy();
    });
    incoming.pipe(forwardedRequest);
  });
  // Disable the header and request timeouts, because the host and the provider have their own.
  Object.assign(server, { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, requestTimeout: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async (): Promise<void> => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
