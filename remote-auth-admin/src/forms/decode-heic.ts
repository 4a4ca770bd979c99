import libraryAddress from 'libheif-js/libheif/libheif.js?file';
import * as v from 'valibot';
import workerAddress from './heic-worker.js?file';

const pixelsSchema = v.object({ data: v.instance(Uint8ClampedArray<ArrayBuffer>), width: v.number(), height: v.number() });

const toTrusted = (address: string): string => {
  const policy = window.trustedTypes?.createPolicy('remote', { createScriptURL: (url) => url });
  // The browser takes it in place of a string.
  return policy === undefined ? address : (policy.createScriptURL(address) as string);
};

/** A photo of an iPhone where the browser itself cannot decode it. Its own thread, because it takes seconds; the memory is freed with it. */
export const decodeHeic = async (file: Blob): Promise<ImageBitmap> => {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(toTrusted(workerAddress));
  try {
    const pixels = await new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ library: new URL(libraryAddress, document.baseURI).href, bytes }, [bytes]);
    });
    const { data, width, height } = v.parse(pixelsSchema, pixels);
    // oxlint-disable-next-line no-restricted-globals -- Only called where the browser has it (image-file.ts).
    return await createImageBitmap(new ImageData(data, width, height));
  } finally {
    worker.terminate();
  }
};
