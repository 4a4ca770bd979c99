// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { useRevalidator } from '@site/shared/router';
import type { ReactNode } from 'react';
import type { Reviewed } from '../remote/review-link.ts';
import { PageFailure } from './page-failure.tsx';
import { PreviewFrame } from './preview-frame.tsx';

interface ReviewFrameProps {
  readonly reviewed: Reviewed;
  readonly isFound: boolean;
  readonly children: ReactNode;
}

/** Frame around a draft that a review link shows to people who are not staff. Without a draft, it shows the reason. */
export const ReviewFrame = ({ reviewed, isFound, children }: ReviewFrameProps) => {
  const { revalidate, state } = useRevalidator();
  if (isFound) return <PreviewFrame>{children}</PreviewFrame>;
  if (reviewed.ok || reviewed.error.kind === 'not-found') {
    return <PageFailure level={1} title="This link is no longer valid" message="It has expired or been revoked. Ask the person who sent it for a new one." />;
  }
  return (
    <PageFailure
      level={1}
      title="The draft could not be loaded"
      message="Please try again in a moment."
      onRetry={() => void revalidate()}
      retrying={state === 'loading'}
    />
  );
};
