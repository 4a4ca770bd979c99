import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondAsProvider } from './sample-provider.ts';

const CONTENT_REVISION = '1';
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const IMAGE_PATH = /^\/(?:img\/|link-preview\.jpg)/;

/** Responds to `/api` and `/img` like a provider with sample content. Returns false for other paths, without a response. */
export const respondWithSamples = (request: IncomingMessage, response: ServerResponse): boolean => {
  const { method = 'GET', url = '/' } = request;
  if (IMAGE_PATH.test(url)) {
    response.writeHead(200, { 'content-type': 'image/gif' }).end(IMAGE);
    return true;
  }
  if (!url.startsWith('/api/')) return false;
  const { status, body } = respondAsProvider('sample', method, url.slice('/api'.length));
  response.writeHead(status, { 'content-type': 'application/json', 'x-content-revision': CONTENT_REVISION });
  response.end(JSON.stringify(body));
  return true;
};
