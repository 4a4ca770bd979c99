import type { ApiError } from '@site/shared/contracts/api-error';
import { lagosClock } from '@site/shared/domain/dates';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import type { CallInput, HttpClient } from '@site/shared/remote/host-services';
import type * as v from 'valibot';

/** Every field of an editor as text, by its name in the provider's form; the image file is separate. Plain data: stored on the device, compared and sent. */
export type Values = Readonly<Record<string, string>>;

type DocumentResult<Doc> = Promise<Result<Doc, ApiError>>;
type CallOptions = Pick<CallInput<never>, 'silent' | 'signal'>;

/** The facts about a stored document that every editor needs. */
export interface DocumentFacts {
  readonly id: string;
  /** Timestamp of the last save; a save by somebody else in between is recognised by it. */
  readonly version: string | null;
  readonly status: PublicationStatus;
  /** When it was published, or will be. */
  readonly publishAt: string | null;
}

export interface EditorField {
  readonly name: string;
  readonly label: string;
  /** Rich text: compared and shown as plain text. */
  readonly isHtml?: true;
}

/** One kind of content as the editors treat it: its calls, its fields and its labels. */
export interface DocumentKind<Doc> {
  readonly noun: 'post' | 'event' | 'program';
  readonly listPath: `/admin/${string}`;
  readonly listName: string;
  /** In the order of the screen. */
  readonly fields: readonly EditorField[];
  /** Name of the file in the form; its alt text, focal point and removal are named after it. */
  readonly imageName: string;
  /** The provider's own schema. */
  readonly schema: v.GenericSchema;
  /** Whether it may be a draft; otherwise it is public as soon as it is saved. */
  readonly hasDrafts: boolean;
  /** Name of the field that holds the time of publication; null where nothing can be scheduled. */
  readonly publishAtName: 'publishedAt' | 'publishAt' | null;
  /** Null: the fields of a new one. */
  readonly toValues: (document: Doc | null) => Values;
  /** The values as the provider's form takes them. */
  readonly toForm: (values: Values) => Values;
  readonly getFacts: (document: Doc) => DocumentFacts;
  /** Fields without which not even a draft is stored. */
  readonly required: readonly string[];
  readonly publicPath: (document: Doc) => string;
  /** The page that shows it as visitors will see it, and the unsaved document for that page. */
  readonly preview: (document: Doc | null, values: Values) => { readonly path: string; readonly draft: unknown };
  readonly get: (http: HttpClient, id: string, options?: CallOptions) => DocumentResult<Doc>;
  readonly create: (http: HttpClient, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly update: (http: HttpClient, id: string, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly remove: (http: HttpClient, id: string) => Promise<Result<unknown, ApiError>>;
  readonly restore: (http: HttpClient, id: string) => DocumentResult<Doc>;
  /** The document that has this slug already. */
  readonly findBySlug?: (http: HttpClient, slug: string) => DocumentResult<Doc>;
}

/** The date and the time of the status panel; sent as one timestamp under `publishAtName`. */
export const PUBLISH_FIELDS = ['publishDate', 'publishTime'] as const;

export interface ImageFieldNames {
  readonly alt: string;
  readonly remove: string;
  readonly focalX: string;
  readonly focalY: string;
}

/** Names of the text fields that accompany an image file in a form. */
export const imageFieldNames = (name: string): ImageFieldNames => ({
  alt: `${name}Alt`,
  remove: `remove${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  focalX: 'focalX',
  focalY: 'focalY',
});

export const imageTextNames = (name: string): readonly string[] => Object.values(imageFieldNames(name));

export const sameValues = (first: Values, second: Values): boolean => {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => (first[name] ?? '').trim() === (second[name] ?? '').trim());
};

export const pickValues = (values: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** The form fields for a stored focal point. */
export const focalValues = (focal: { readonly x: number; readonly y: number } | null | undefined): Values => ({
  focalX: focal ? String(focal.x) : '',
  focalY: focal ? String(focal.y) : '',
});

/** A timestamp as date and time fields hold it, in Lagos; '' for none. */
export const toLagosFields = (iso: string | null): { readonly date: string; readonly time: string } => {
  const [date = '', time = ''] = lagosClock(iso)?.toISOString().split('T') ?? [];
  return { date, time: time.slice(0, 5) };
};

/** The timestamp of a date and a time in Lagos, which is one hour ahead of UTC all year; null while one of them is missing. */
export const fromLagosFields = (date: string, time: string): string | null => {
  const timestamp = Date.parse(`${date}T${time}:00+01:00`);
  return Number.isNaN(timestamp) ? null : new Date(timestamp).toISOString();
};
