interface KindFacts {
  /** Singular, for messages like "Post not found." */
  readonly label: string;
  readonly plural: string;
  /** Last part of the kind's path in the API, and of its list's path in the staff area. */
  readonly path: string;
  /** Public path of one document, to which its slug or id is appended. */
  readonly page: string;
  readonly publicName: string;
  readonly searchOrder: number;
  /** Whether the kind has drafts, versions and reviews. Without them, a document is either public or hidden. */
  readonly hasVersions: boolean;
  readonly hasSlug: boolean;
  /** Weakest role that may write documents of this kind (NS-08). */
  readonly minimumRole: 'contributor' | 'editor';
}

/**
 * Every kind of content, images first because other kinds refer to them. Contracts, provider and screens derive every list of kinds from this object. A kind's
 * fields are in its contract, and its table is in the provider's `document-kinds.ts`.
 */
export const KINDS = {
  image: {
    label: 'Photo',
    plural: 'Gallery',
    path: 'gallery',
    page: '/gallery?photo=',
    publicName: 'photo',
    searchOrder: 4,
    hasVersions: false,
    hasSlug: false,
    minimumRole: 'contributor',
  },
  post: {
    label: 'Post',
    plural: 'News',
    path: 'posts',
    page: '/news/',
    publicName: 'post',
    searchOrder: 3,
    hasVersions: true,
    hasSlug: true,
    minimumRole: 'contributor',
  },
  event: {
    label: 'Event',
    plural: 'Events',
    path: 'events',
    page: '/events/',
    publicName: 'event',
    searchOrder: 2,
    hasVersions: true,
    hasSlug: false,
    minimumRole: 'contributor',
  },
  program: {
    label: 'Program',
    plural: 'Programs',
    path: 'programs',
    page: '/programs/',
    publicName: 'program',
    searchOrder: 1,
    hasVersions: true,
    hasSlug: true,
    minimumRole: 'editor',
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type KindName = keyof typeof KINDS;

type KindWith<Fact extends keyof KindFacts> = { [Name in KindName]: (typeof KINDS)[Name][Fact] extends true ? Name : never }[KindName];
export type VersionKind = KindWith<'hasVersions'>;
export type SlugKind = KindWith<'hasSlug'>;

export const findVersionKind = (name: string): VersionKind | undefined => VERSION_KINDS.find((kind) => kind === name);
export const isVersionKind = (name: string): name is VersionKind => findVersionKind(name) !== undefined;
export const isSlugKind = (name: string): name is SlugKind => SLUG_KINDS.some((kind) => kind === name);

/** The cast is safe, because `KINDS` has no other keys. */
export const KIND_NAMES = Object.keys(KINDS) as KindName[];
export const VERSION_KINDS = KIND_NAMES.filter((name): name is VersionKind => KINDS[name].hasVersions);
export const SLUG_KINDS = KIND_NAMES.filter((name): name is SlugKind => KINDS[name].hasSlug);

export const mapKinds = <Value>(get: (name: KindName) => Value): Readonly<Record<KindName, Value>> =>
  Object.fromEntries(KIND_NAMES.map((name) => [name, get(name)])) as Record<KindName, Value>;
