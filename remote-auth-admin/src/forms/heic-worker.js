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

/** Decodes one HEIC image. It is served as it is written here, and its policy lets it load the library and reach nothing else (host, `security-policy.ts`). */
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
    // The page does not see an error in an async function.
    postMessage({ problem: 'unreadable' });
  }
});
