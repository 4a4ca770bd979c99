import { listTopics } from '@site/shared/contracts/writing';
import { toSlug } from '@site/shared/domain/slug';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRef, useState } from 'react';
import type { Suggestion } from '../forms/suggestion-input.tsx';

export interface Topics {
  /** Null until they are loaded. */
  readonly categories: readonly Suggestion[] | null;
  readonly tags: readonly Suggestion[];
  /** Loads the topics when a field that suggests them first gets the focus. */
  readonly load: () => void;
}

/** The categories and tags in use, most frequent first. */
export const useTopics = ({ http }: Pick<HostServices, 'http'>, type: 'posts' | 'events'): Topics => {
  const [topics, setTopics] = useState<Omit<Topics, 'load'>>({ categories: null, tags: [] });
  const isRequested = useRef(false);
  const load = async (): Promise<void> => {
    if (isRequested.current) return;
    isRequested.current = true;
    const loaded = await http.call(listTopics, { query: { type }, silent: true });
    if (loaded.ok) setTopics(loaded.value);
    // The next focus tries again.
    else isRequested.current = false;
  };
  return { ...topics, load: () => void load() };
};

const MAX_SUGGESTIONS = 8;

/** Returns suggestions that contain the typed text, starting with those that begin with it. Ignores diacritics and case. */
export const findSuggestions = (suggestions: readonly Suggestion[], typed: string, taken: readonly string[] = []): readonly Suggestion[] => {
  const wanted = toSlug(typed);
  const free = suggestions.filter(({ text }) => !taken.includes(text));
  const found = free.filter(({ text }) => toSlug(text).includes(wanted));
  const isFirst = ({ text }: Suggestion): boolean => toSlug(text).startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((suggestion) => !isFirst(suggestion))].slice(0, MAX_SUGGESTIONS);
};
