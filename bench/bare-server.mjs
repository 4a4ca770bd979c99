/**
 * Reference server: a bare `node:http` server that sends the given headers (JSON) and the content of a file for every request, and prints its port.
 * Usage: node bare-server.mjs <headers> <file>
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const headers = JSON.parse(process.argv[2]);
const body = readFileSync(process.argv[3]);
const server = createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
