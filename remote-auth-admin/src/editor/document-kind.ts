import type { ApiError } from '@site/shared/contracts/api-error';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import type { CallInput, HttpClient } from '@site/shared/remote/host-services';
import type * as v from 'valibot';

/** Every field of an editor as text, by the name that the provider's form has for it; files stand apart. Plain data: it is kept on the device, compared and sent. */
export type Values = Readonly<Record<string, string>>;

export type Answer<Doc> = Promise<Result<Doc, ApiError>>;
type Extra = Pick<CallInput<never>, 'silent' | 'signal'>;

/** What an editor must know of any stored document. */
export interface DocumentFacts {
  readonly id: string;
  /** The moment of the last save, by which a save in between is noticed. */
  readonly version: string | null;
  readonly status: PublicationStatus;
  /** When it went out, or will. */
  readonly moment: string | null;
}

export interface EditorField {
  readonly name: string;
  readonly label: string;
  /** Rich text: compared and shown by its words. */
  readonly isHtml?: true;
}

/** One kind of content as the editors treat it: the only place that knows its calls, its fields and its words. */
export interface DocumentKind<Doc> {
  readonly noun: 'post' | 'event' | 'program';
  readonly listPath: `/admin/${string}`;
  readonly listName: string;
  /** In the order in which they stand on the screen. */
  readonly fields: readonly EditorField[];
  /** Name of the file in the form; its alt text, focal point and removal go with it. */
  readonly pictureName: string;
  /** The provider's own schema. */
  readonly schema: v.GenericSchema;
  /** Whether it may be a draft; else it is public as soon as it is saved. */
  readonly hasDrafts: boolean;
  /** The form's name for the moment when a scheduled document goes out; null where nothing can be scheduled. */
  readonly momentName: 'publishedAt' | 'publishAt' | null;
  /** Null: the fields of a new one. */
  readonly toValues: (document: Doc | null) => Values;
  /** What the provider's form takes. */
  readonly toForm: (values: Values) => Values;
  readonly factsOf: (document: Doc) => DocumentFacts;
  /** Fields without which not even a draft is stored. */
  readonly needed: readonly string[];
  readonly publicPath: (document: Doc) => string;
  /** Where it is seen as a visitor sees it, and what that page is told of what is not saved. */
  readonly preview: (document: Doc | null, values: Values) => { readonly path: string; readonly draft: unknown };
  readonly get: (http: HttpClient, id: string, extra?: Extra) => Answer<Doc>;
  readonly create: (http: HttpClient, body: FormData, extra?: Extra) => Answer<Doc>;
  readonly update: (http: HttpClient, id: string, body: FormData, extra?: Extra) => Answer<Doc>;
  readonly remove: (http: HttpClient, id: string) => Promise<Result<unknown, ApiError>>;
  readonly restore: (http: HttpClient, id: string) => Answer<Doc>;
  /** The one that stands at an address already. */
  readonly findBySlug?: (http: HttpClient, slug: string) => Answer<Doc>;
}

/** The texts that a picture field adds to a form beside its file. */
export const pictureTexts = (name: string): readonly string[] => [`${name}Alt`, `remove${name.charAt(0).toUpperCase()}${name.slice(1)}`, 'focalX', 'focalY'];

export const sameValues = (first: Values, second: Values): boolean => {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => (first[name] ?? '').trim() === (second[name] ?? '').trim());
};
