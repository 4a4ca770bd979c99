import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { HostServices } from '@site/shared/remote/host-services';
import type { Reviewed } from '@site/shared/remote/review-link';
import { useLoaderData } from '@site/shared/router';
import { ReviewFrame } from '@site/shared/ui/review-frame';
import { useMemo } from 'react';
import { getGiftFacts } from '../giving/giving-text.ts';
import { type ProgramOutcome, toProgramDetail } from './program-loader.ts';
import { ProgramView } from './program-page.tsx';
import { getProgramPath } from './program-path.ts';

export { loadReviewed } from '@site/shared/remote/review-link';

/** Shows a draft to anyone outside the staff who has the review link. */
export const ProgramReviewPage = ({ services }: { readonly services: HostServices }) => {
  const review = useLoaderData<Reviewed>();
  const program = review.ok ? review.value.program : null;
  const outcome = useMemo(
    (): ProgramOutcome =>
      program === null
        ? { kind: 'missing' }
        : {
            kind: 'found',
            program: toProgramDetail(program, parseSiteText(program.content, services.site)),
            related: [],
            giving: getGiftFacts(),
          },
    [program, services],
  );
  return (
    <ReviewFrame reviewed={review} isFound={program !== null}>
      <ProgramView outcome={outcome} path={getProgramPath(program?.slug ?? '')} services={services} />
    </ReviewFrame>
  );
};
