import { failure, type Result, success } from '@site/shared/domain/result';
import libraryAddress from 'libheif-js/libheif/libheif.js?file';
import * as v from 'valibot';
import workerAddress from './heic-worker.js?file';

/** `unreachable`: the decoder could not be loaded, which says nothing about the file. */
type Problem = 'unreachable' | 'unreadable';

const responseSchema = v.union([
  v.object({ data: v.instance(Uint8ClampedArray<ArrayBuffer>), width: v.number(), height: v.number() }),
  v.object({ problem: v.picklist(['unreachable', 'unreadable']) }),
]);

const toTrustedUrl = (address: string): string => {
  const policy = window.trustedTypes?.createPolicy('remote', { createScriptURL: (url) => url });
  // The browser accepts this trusted object in place of a string.
  return policy === undefined ? address : (policy.createScriptURL(address) as string);
};

/** Decodes an iPhone photo that the browser cannot decode. Runs in a worker, because decoding takes seconds, and terminating the worker frees its memory. */
export const decodeHeic = async (file: Blob): Promise<Result<ImageBitmap, Problem>> => {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(toTrustedUrl(workerAddress));
  try {
    const message = await new Promise<unknown>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      // Only an error inside the worker has a message. An event without a message means that the worker's file could not be loaded.
      worker.onerror = ({ message: error }) => resolve({ problem: error === undefined ? 'unreachable' : 'unreadable' } satisfies { problem: Problem });
      worker.postMessage({ library: new URL(libraryAddress, document.baseURI).href, bytes }, [bytes]);
    });
    const answer = v.parse(responseSchema, message);
    if ('problem' in answer) return failure(answer.problem);
    // oxlint-disable-next-line no-restricted-globals -- Only called if the browser supports it (image-file.ts).
    return success(await createImageBitmap(new ImageData(answer.data, answer.width, answer.height)));
  } finally {
    worker.terminate();
  }
};
