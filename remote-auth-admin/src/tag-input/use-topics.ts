import { listTopics } from '@site/shared/contracts/writing';
import { toSlug } from '@site/shared/domain/slug';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRef, useState } from 'react';
import type { Suggestion } from '../forms/suggestion-input.tsx';

export interface Topics {
  /** Null until the topics are loaded. */
  readonly categories: readonly Suggestion[] | null;
  readonly tags: readonly Suggestion[];
  /** Loads the topics once. Call this when a field that suggests topics gains focus. */
  readonly load: () => void;
}

/** Returns the categories and tags in use, most frequent first. */
export const useTopics = ({ http }: Pick<HostServices, 'http'>, type: 'posts' | 'events'): Topics => {
  const [topics, setTopics] = useState<Omit<Topics, 'load'>>({ categories: null, tags: [] });
  const isRequested = useRef(false);
  const load = async (): Promise<void> => {
    if (isRequested.current) return;
    isRequested.current = true;
    const loaded = await http.call(listTopics, { query: { type }, silent: true });
    if (loaded.ok) setTopics(loaded.value);
    // Retry on the next focus.
    else isRequested.current = false;
  };
  return { ...topics, load: () => void load() };
};

const MAX_SUGGESTIONS = 8;

/** Returns the suggestions that contain the typed text. Those that begin with the text come first. Ignores diacritics and case. */
export const findSuggestions = (suggestions: readonly Suggestion[], typed: string, taken: readonly string[] = []): readonly Suggestion[] => {
  const query = toSlug(typed);
  const available = suggestions.filter(({ text }) => !taken.includes(text));
  const matches = available.filter(({ text }) => toSlug(text).includes(query));
  const startsWithQuery = ({ text }: Suggestion): boolean => toSlug(text).startsWith(query);
  return [...matches.filter(startsWithQuery), ...matches.filter((suggestion) => !startsWithQuery(suggestion))].slice(0, MAX_SUGGESTIONS);
};
