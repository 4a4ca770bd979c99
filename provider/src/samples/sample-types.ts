import type { AttendanceMode } from '@site/shared/contracts/event';
import type { ApplyWay } from '@site/shared/contracts/program';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Artwork } from './artwork/artwork.ts';
import type { EventDays } from './event-days.ts';

export interface SampleAuthor {
  readonly name: string;
  readonly portrait: Artwork;
}

export interface SamplePost {
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly status: PublicationStatus;
  /** Number of days between the post and the first start. */
  readonly daysAgo: number;
  readonly picture: Artwork;
  readonly content: string;
  readonly figure?: { readonly picture: Artwork; readonly caption: string };
}

/** Marks where a post's figure appears in its text. */
export const FIGURE = '<figure></figure>';

export interface SampleEvent {
  readonly title: string;
  readonly description: string;
  readonly days: EventDays;
  readonly time: string;
  readonly endTime: string;
  readonly location: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly registrationLink: string;
  readonly picture: Artwork;
  readonly attendanceMode?: AttendanceMode;
  readonly agenda?: string;
  readonly audience?: string;
  readonly speakers?: string;
}

export interface SampleAlbum {
  readonly name: string;
  readonly images: ReadonlyArray<{ readonly title: string; readonly daysAgo: number; readonly picture: Artwork }>;
}

export interface SampleProgram {
  readonly slug: string;
  readonly title: string;
  readonly picture: Artwork;
  readonly content: string;
  readonly duration: string;
  readonly ages: string;
  readonly cost: string;
  readonly nextStart: string;
  readonly applyBy?: ApplyWay;
  /** Tag of related articles and events. Set only if it differs from the slug. */
  readonly relatedTag?: string;
}
