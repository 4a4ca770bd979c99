import { Await, useLoaderData } from '@site/shared/router';
import { Spinner } from '@site/shared/ui/spinner';
import { Suspense } from 'react';
import type { ProgramData } from './program-loader.ts';
import { ProgramView } from './program-view.tsx';

export const ProgramPage = () => {
  const { slug, outcome } = useLoaderData<ProgramData>();
  return (
    <Suspense key={slug} fallback={<Spinner />}>
      <Await resolve={outcome}>{(settled) => <ProgramView outcome={settled} />}</Await>
    </Suspense>
  );
};
