export interface Embed {
  readonly site: string;
  readonly kind: 'video' | 'sound';
  /** URL of the frame, on one of EMBED_ORIGINS and in a normalised form. */
  readonly src: string;
  readonly page: string;
}

interface EmbedSite {
  readonly name: string;
  readonly kind: Embed['kind'];
  readonly hosts: readonly string[];
  readonly origin: string;
  /** Returns the path and query of the frame, and the public page. Undefined for a URL without a player. */
  read(url: URL): { readonly frame: string; readonly page: string } | undefined;
}

const getFirstGroup = (text: string | null, pattern: RegExp): string | undefined => (text === null ? undefined : pattern.exec(text)?.[1]);

const SITES: readonly EmbedSite[] = [
  {
    name: 'YouTube',
    kind: 'video',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com', 'www.youtube-nocookie.com'],
    // This host sets no cookies before playback starts.
    origin: 'https://www.youtube-nocookie.com',
    read: ({ hostname, pathname, searchParams }) => {
      const path = hostname === 'youtu.be' ? getFirstGroup(pathname, /^\/([\w-]+)$/) : getFirstGroup(pathname, /^\/(?:embed|shorts|live)\/([\w-]+)$/);
      const id = path ?? (pathname === '/watch' ? getFirstGroup(searchParams.get('v'), /^([\w-]+)$/) : undefined);
      if (id === undefined || id.length > 30) return undefined;
      const start = getFirstGroup(searchParams.get('start') ?? searchParams.get('t'), /^(\d{1,6})s?$/);
      return {
        frame: `/embed/${id}${start === undefined ? '' : `?start=${start}`}`,
        page: `https://www.youtube.com/watch?v=${id}${start === undefined ? '' : `&t=${start}`}`,
      };
    },
  },
  {
    name: 'Vimeo',
    kind: 'video',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    origin: 'https://player.vimeo.com',
    read: ({ pathname, searchParams }) => {
      const id = getFirstGroup(pathname, /^\/(?:video\/)?(\d{1,15})$/);
      // An unlisted video cannot be played without its key.
      const key = getFirstGroup(searchParams.get('h'), /^([0-9a-f]{1,40})$/);
      if (id === undefined) return undefined;
      return { frame: `/video/${id}?dnt=1${key === undefined ? '' : `&h=${key}`}`, page: `https://vimeo.com/${id}${key === undefined ? '' : `/${key}`}` };
    },
  },
  {
    name: 'Spotify',
    kind: 'sound',
    hosts: ['open.spotify.com'],
    origin: 'https://open.spotify.com',
    read: ({ pathname }) => {
      const path = getFirstGroup(pathname, /^(?:\/embed)?(\/(?:track|album|episode|show|playlist)\/[0-9A-Za-z]{1,40})$/);
      return path === undefined ? undefined : { frame: `/embed${path}`, page: `https://open.spotify.com${path}` };
    },
  },
  {
    name: 'SoundCloud',
    kind: 'sound',
    hosts: ['w.soundcloud.com'],
    origin: 'https://w.soundcloud.com',
    read: ({ pathname, searchParams }) => {
      const page = getFirstGroup(searchParams.get('url'), /^(https:\/\/(?:api\.)?soundcloud\.com\/[\w./-]+)$/);
      return pathname !== '/player/' || page === undefined ? undefined : { frame: `/player/?url=${encodeURIComponent(page)}`, page };
    },
  },
];

/** The only origins that editors' text may load in frames. The site's Content-Security-Policy uses the same list. */
export const EMBED_ORIGINS: readonly string[] = SITES.map(({ origin }) => origin);

/** Parses the URL of a player, or of the page that contains it. Undefined if it is not on the allow-list. */
export const readEmbed = (source: string): Embed | undefined => {
  if (!URL.canParse(source)) return undefined;
  const url = new URL(source);
  const hasCredentialsOrPort = url.username !== '' || url.password !== '' || url.port !== '';
  if (url.protocol !== 'https:' || hasCredentialsOrPort) return undefined;
  const site = SITES.find(({ hosts }) => hosts.includes(url.hostname));
  if (site === undefined) return undefined;
  const read = site.read(url);
  return read && { site: site.name, kind: site.kind, src: `${site.origin}${read.frame}`, page: read.page };
};
