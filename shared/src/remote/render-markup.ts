import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Limit above which React streams a boundary out of order, which would hide its content from visitors without JavaScript. */
const PROGRESSIVE_CHUNK_BYTES = 1e7;

/** Renders a node to HTML after all suspended content has resolved. `errors` contains the components' errors. Rejects if React could not render anything. */
export const renderMarkup = (node: ReactNode): Promise<{ readonly markup: string; readonly errors: readonly unknown[] }> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const errors: unknown[] = [];
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve({ markup: Buffer.concat(parts).toString('utf8'), errors });
        done();
      },
    });
    const stream = renderToPipeableStream(node, {
      progressiveChunkSize: PROGRESSIVE_CHUNK_BYTES,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: (error) => {
        errors.push(error);
      },
    });
  });
