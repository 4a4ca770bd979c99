import { createTrustedScript } from '../../federation/trusted-script.ts';

/** URL and hash of one of the host script's files. */
export type ScriptFile = readonly [url: string, integrity: string];

/**
 * Returns a function that requests each file of the host's script once, and again after a failure. The files may arrive in any order, because the entry waits
 * for the others.
 */
export const createLoader = (files: ScriptFile[], onFailure?: (script: HTMLScriptElement) => void): (() => void) => {
  const toTrusted = createTrustedScript('start');
  return () => {
    for (const file of files.splice(0)) {
      const [url, integrity] = file;
      const script = document.createElement('script');
      script.onerror = () => {
        files.push(file);
        onFailure?.(script);
      };
      script.integrity = integrity;
      script.crossOrigin = '';
      script.src = toTrusted(url);
      document.head.append(script);
    }
  };
};
