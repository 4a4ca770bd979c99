/* global importScripts, libheif */

const decode = (bytes) =>
  new Promise((resolve, reject) => {
    const [image] = new (libheif().HeifDecoder)().decode(new Uint8Array(bytes));
    if (image === undefined) throw new Error('The file contains no image.');
    const width = image.get_width();
    const height = image.get_height();
    const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
    image.display(pixels, (displayed) => (displayed === null ? reject(new Error('The image cannot be decoded.')) : resolve(pixels)));
  });

/** Decodes one HEIC image. This file is served unbundled, and its Content-Security-Policy only allows loading the library (host, `security-policy.ts`). */
addEventListener('message', async ({ data: { library, bytes } }) => {
  try {
    importScripts(library);
  } catch {
    postMessage({ problem: 'unreachable' });
    return;
  }
  try {
    const pixels = await decode(bytes);
    postMessage(pixels, { transfer: [pixels.data.buffer] });
  } catch {
    // Report the error in a message, because the page gets no error event from an async function.
    postMessage({ problem: 'unreadable' });
  }
});
