import type { ApiError } from '@site/shared/contracts/api-error';
import { KINDS } from '@site/shared/domain/kinds';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { MoreLink } from '@site/shared/ui/text-link';
import type { ReactNode } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import type { EditorConfig } from './editor-config.ts';
import { useEditorKey } from './editor-session.ts';

interface EditorPageProps<Doc> {
  readonly config: Pick<EditorConfig<Doc>, 'content' | 'listName' | 'listPath'>;
  readonly children: (document: Doc | null, key: string) => ReactNode;
}

/** Opens the document identified by the URL, or explains why it cannot be opened. */
export const EditorPage = <Doc,>({ config, children }: EditorPageProps<Doc>) => {
  const loaded = useLoaderData<Result<Doc | null, ApiError>>();
  const { revalidate, state } = useRevalidator();
  const key = useEditorKey();
  if (loaded.ok) return children(loaded.value, key);
  const isGone = loaded.error.kind === 'not-found';
  return (
    <PageFailure
      level={1}
      title={isGone ? `${KINDS[config.content.name].label} not found` : `Failed to load the ${config.content.name}`}
      message={getApiErrorMessage(loaded.error)}
      action={
        <MoreLink to={config.listPath} back>
          All {config.listName.toLowerCase()}
        </MoreLink>
      }
      {...(isGone ? {} : { onRetry: () => void revalidate(), retrying: state === 'loading' })}
    />
  );
};
