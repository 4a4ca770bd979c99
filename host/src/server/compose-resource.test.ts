/** @jest-environment node */

import { failure, type Result, success } from '@site/shared/domain/result';
import type { ResourceRequest } from '@site/shared/remote/remote-contract';
import { pageHandle, resourceHandle } from '@site/shared/remote/remote-contract';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { composeResource } from './compose-resource.ts';

const services = hostServicesStub();

const ask = (text: (request: ResourceRequest) => Promise<Result<string, ReturnType<typeof apiError>>>, path = '/news/feed.xml', method = 'GET') => {
  const routes = [
    { path: '/news/feed.xml', handle: resourceHandle({ contentType: 'application/rss+xml; charset=utf-8', text }) },
    { path: '/events/:id/event.ics', handle: resourceHandle({ contentType: 'text/calendar; charset=utf-8', text }) },
    { path: '/news/:slug', handle: pageHandle({ chunk: 'x', render: 'content', head: () => ({ title: '', description: '' }) }) },
  ];
  return composeResource(services, { module: { createRoutes: () => routes } }, new Request(`http://site.test${path}`, { method }));
};

describe('composeResource', () => {
  it('answers the text of the remote under its content type', async () => {
    expect(await ask(async () => success('<rss/>'))).toEqual({ status: 200, contentType: 'application/rss+xml; charset=utf-8', text: '<rss/>' });
  });

  it("gives the address's parameters", async () => {
    expect(await ask(async ({ params }) => success(`id ${params.id}`), '/events/a%20b/event.ics')).toMatchObject({ status: 200, text: 'id a b' });
  });

  it.each([
    ['not-found', 404],
    ['network', 503],
    ['server', 503],
    ['unexpected', 503],
  ] as const)('X-19 answers %s with the status %i in plain text', async (kind, status) => {
    expect(await ask(async () => failure(apiError(kind)))).toMatchObject({ status, contentType: 'text/plain; charset=utf-8' });
  });

  it('answers 500 and reports what was thrown', async () => {
    const answer = await ask(() => Promise.reject(new Error('a bug')));
    expect(answer).toMatchObject({ status: 500, contentType: 'text/plain; charset=utf-8' });
    expect(answer?.fault).toContain('a bug');
  });

  it.each([
    ['a page', '/news/post', 'GET'],
    ['nothing', '/elsewhere', 'GET'],
    ['a form', '/news/feed.xml', 'POST'],
  ])('leaves %s to the pages', async (_, path, method) => {
    expect(await ask(async () => success('x'), path, method)).toBeUndefined();
  });

  it('leaves routes that cannot be made, and remotes that cannot be had, to the pages', async () => {
    const request = new Request('http://site.test/news/feed.xml');
    const createRoutes = () => {
      throw new Error('a bug');
    };
    expect(await composeResource(services, { module: { createRoutes } }, request)).toBeUndefined();
    expect(await composeResource(services, { unavailable: 'gone' }, request)).toBeUndefined();
    expect(await composeResource(services, undefined, request)).toBeUndefined();
  });
});
