import { compareViews, hasNoShift, ratio, TWIN_LIMIT } from './compare.ts';
import { makeCertificate, startSecureServer } from './secure-server.ts';
import { startSite } from './site-process.ts';
import { startTwinServer } from './twin-server.ts';
import { createVerdicts } from './verdicts.ts';

/** The first piece of a list, as its page names it. */
const firstOf = async <Item>(siteUrl: string, call: string): Promise<Item> => {
  const { data }: { data: readonly Item[] } = await (await fetch(`${siteUrl}/api/${call}`)).json();
  const [first] = data;
  if (first === undefined) throw new Error(`There are no ${call} to measure.`);
  return first;
};

/** Article, event and gallery pages, each against a static page made from its own HTML without script; true when all limits hold. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createVerdicts();
  const site = await startSite();
  const post = await firstOf<{ slug: string }>(site.url, 'posts');
  const event = await firstOf<{ _id: string }>(site.url, 'events');
  const areas = [
    ['article', `/news/${post.slug}`],
    ['event', `/events/${event._id}`],
    ['gallery', '/gallery'],
  ] as const;
  const certificate = await makeCertificate();
  const own = await startSecureServer(certificate, site.url, new Map());
  const twins = await startTwinServer(
    certificate,
    site.url,
    areas.map(([, path]) => path),
  );
  try {
    for (const [area, path] of areas) {
      const candidates = [
        { name: 'composed', url: own.url + path },
        { name: 'static twin', url: twins.url + path },
      ];
      const view = await compareViews(`${area}, applied throttling`, candidates, 'devtools');
      const [composed, twin] = [view('composed'), view('static twin')];
      report(`${area}: LCP against the static twin`, `${ratio(composed.lcpMs, twin.lcpMs)} (limit ${TWIN_LIMIT})`, composed.lcpMs <= TWIN_LIMIT * twin.lcpMs);
      report(`${area}: layout shift`, `${composed.cls.toFixed(3)} (limit 0)`, hasNoShift(composed));
    }
  } finally {
    await Promise.all([own.close(), twins.close()]);
    await site.stop();
  }
  return allHeld();
};
