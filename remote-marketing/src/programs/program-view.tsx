import { ButtonLink } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import type { ProgramOutcome } from './program-loader.ts';

/** What the page shows once the answer is there. A failure is logged and leaves the page empty (PROG-04, X-15). */
export const ProgramView = ({ outcome }: { readonly outcome: ProgramOutcome }) => {
  switch (outcome.kind) {
    case 'found':
      return (
        <Section narrow>
          <h1>{outcome.program.title}</h1>
        </Section>
      );
    case 'missing':
      return (
        <Section>
          <PageFailure
            level={1}
            title="Program Not Found"
            message="The program you're looking for doesn't exist or has been removed."
            action={<ButtonLink to="/what-we-do">Back to Programs</ButtonLink>}
          />
        </Section>
      );
    case 'failed':
      return null;
    default:
      return outcome satisfies never;
  }
};
