import { type Certificate, ownFile, PAGE_CACHE, type SecureServer, startSecureServer } from './secure-server.ts';
import { staticTwin } from './static-twin.ts';

/** The static twins of these pages, with the site's own pictures and fonts around them. */
export const startTwinServer = async (certificate: Certificate, siteUrl: string, paths: readonly string[]): Promise<SecureServer> => {
  const twins = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${siteUrl}${path}`);
      if (!response.ok) throw new Error(`${path} answers ${response.status}.`);
      return [path, await ownFile('text/html; charset=utf-8', PAGE_CACHE, Buffer.from(staticTwin(await response.text())))] as const;
    }),
  );
  return startSecureServer(certificate, siteUrl, new Map(twins));
};
