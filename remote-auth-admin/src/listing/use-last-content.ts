import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import { useLocation } from '@site/shared/router';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

/** Returns the loaded content or, while offline, the previous content. `message` explains why loading failed; '' if it succeeded. */
export const useLastContent = <Content>(loaded: Result<Content, ApiError>): { readonly content: Content | undefined; readonly message: string } => {
  const { search } = useLocation();
  const [last, setLast] = useState<{ readonly search: string; readonly content: Content }>();
  if (loaded.ok && loaded.value !== last?.content) setLast({ search, content: loaded.value });
  if (loaded.ok) return { content: loaded.value, message: '' };
  const isOutdated = loaded.error.kind === 'network' && last?.search === search;
  return { content: isOutdated ? last.content : undefined, message: getApiErrorMessage(loaded.error) };
};
