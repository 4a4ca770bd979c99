import fastify from 'fastify';
import { registerErrorHandlers } from './errors.ts';

const respond = async (reason: Error) => {
  const app = fastify();
  registerErrorHandlers(app);
  app.get('/', () => Promise.reject(reason));
  const { statusCode, headers } = await app.inject('/');
  return [statusCode, headers['retry-after']];
};

describe('responses to unexpected errors', () => {
  it.each([
    ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a database that is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['a database that is starting', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
    ['a full disk', Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a connection that is not established in time', new Error('timeout exceeded when trying to connect')],
  ])('OPS-05 have status 503 and Retry-After for %s', async (_, reason) => {
    expect(await respond(reason)).toEqual([503, '5']);
  });

  it('OPS-05 have status 500 for anything else', async () => {
    expect(await respond(new TypeError('a bug'))).toEqual([500, undefined]);
    expect(await respond(Object.assign(new Error('syntax error'), { code: '42601' }))).toEqual([500, undefined]);
  });
});
