/** Facts about a kind of content that do not depend on its fields. */
interface KindFacts {
  /** Singular, for messages: "Post not found." */
  readonly label: string;
  /** Plural, for lists. */
  readonly plural: string;
  /** The last part of its address in the API, and of its list in the staff area. */
  readonly path: string;
  /** Where visitors find one of them: the slug or the id follows. */
  readonly page: string;
  /** What visitors know it as: in the search, and as a link. */
  readonly publicName: string;
  /** Its place among the groups of the search. */
  readonly searchOrder: number;
  /** Whether it has drafts, versions and reviews. Without them it is public or hidden. */
  readonly hasVersions: boolean;
  /** Whether its address has a slug that staff may choose. */
  readonly hasSlug: boolean;
  /** The weakest role that may write it (NS-08). */
  readonly minimumRole: 'contributor' | 'editor';
}

/**
 * Every kind of content, images first: what is shown comes before what shows it. What contracts, provider and screens say about all kinds follows from this list. The fields of a kind are in its contract, its table in the
 * provider's `document-kinds.ts`.
 */
export const KINDS = {
  image: {
    label: 'Image',
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

/** The kinds for which a fact of the list holds. */
type KindWith<Fact extends keyof KindFacts> = { [Name in KindName]: (typeof KINDS)[Name][Fact] extends true ? Name : never }[KindName];
export type VersionKind = KindWith<'hasVersions'>;
export type SlugKind = KindWith<'hasSlug'>;

/** The kind with versions of this name, if there is one. */
export const findVersionKind = (name: string): VersionKind | undefined => VERSION_KINDS.find((kind) => kind === name);
export const isVersionKind = (name: string): name is VersionKind => findVersionKind(name) !== undefined;
export const isSlugKind = (name: string): name is SlugKind => SLUG_KINDS.some((kind) => kind === name);

/** Object.keys returns strings; the list has no other keys. */
export const KIND_NAMES = Object.keys(KINDS) as KindName[];
export const VERSION_KINDS = KIND_NAMES.filter((name): name is VersionKind => KINDS[name].hasVersions);
export const SLUG_KINDS = KIND_NAMES.filter((name): name is SlugKind => KINDS[name].hasSlug);

/** Something for each kind by its name. */
export const mapKinds = <Value>(get: (name: KindName) => Value): Readonly<Record<KindName, Value>> =>
  Object.fromEntries(KIND_NAMES.map((name) => [name, get(name)])) as Record<KindName, Value>;
