import { connect } from 'node:net';

/** Requests per second over keep-alive connections. The answer's length must not change: the client counts bytes, so that it costs little itself. */
export const measureRate = async (port: number, path: string, connections: number, milliseconds: number): Promise<number> => {
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
  const length = await measureAnswer(port, request);
  let answers = 0;
  const until = performance.now() + milliseconds;
  const began = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          let received = 0;
          const socket = connect(port, '127.0.0.1', () => socket.write(request));
          socket.setNoDelay(true);
          socket.on('error', reject);
          socket.on('close', () => resolve());
          socket.on('data', (bytes) => {
            received += bytes.length;
            if (received < length) return;
            received -= length;
            answers += 1;
            if (performance.now() < until) socket.write(request);
            else socket.destroy();
          });
        }),
    ),
  );
  return answers / ((performance.now() - began) / 1000);
};

/** Whole length of one answer, head included. */
const measureAnswer = (port: number, request: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const body = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (head < 0 || text.length < head + 4 + body) return;
      socket.destroy();
      resolve(head + 4 + body);
    });
  });
