import type { HostServices } from '@site/shared/remote/host-services';
import { Await, Navigate, useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { PageFailure } from '@site/shared/ui/page-failure';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { RichText } from '@site/shared/ui/rich-text';
import { Section } from '@site/shared/ui/section';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { ShareRow } from '@site/shared/ui/share-row';
import { Spinner } from '@site/shared/ui/spinner';
import { MoreLink } from '@site/shared/ui/text-link';
import { Suspense } from 'react';
import { GiftSection } from '../giving/gift-section.tsx';
import { ApplySection } from './apply-section.tsx';
import { ProgramFacts } from './program-facts.tsx';
import type { ProgramData, ProgramDetail, ProgramOutcome } from './program-loader.ts';
import styles from './program-page.module.css';
import { getProgramPath } from './program-path.ts';
import { RelatedLinks } from './related-links.tsx';

type Services = Pick<HostServices, 'notify' | 'site'>;

interface ProgramProps {
  readonly program: ProgramDetail;
  readonly path: string;
  readonly services: Services;
}

const Program = ({ program, path, services }: ProgramProps) => (
  <article>
    <header className={program.coverImage === '' ? styles.head : `${styles.head} ${styles.withCover}`} data-ground="deep">
      <PatternBackground pattern="oniko" />
      <div className={styles.heading}>
        <h1 className={styles.title}>{program.title}</h1>
      </div>
      {program.coverImage !== '' && (
        <div className={styles.cover}>
          <ContentImage
            src={program.coverImage}
            alt={program.coverImageAlt}
            color={program.coverImageColor}
            width={1600}
            height={1000}
            crop="fill"
            sizes="(min-width: 768px) 58vw, 100vw"
            priority
          />
        </div>
      )}
      <SectionEdge />
    </header>
    <Section narrow spacing="tight" className={styles.text}>
      <ProgramFacts program={program} telephone={services.site.telephone} />
      <RichText nodes={program.content} />
      <ShareRow label="Share this program" title={program.title} path={path} services={services} />
      <MoreLink to="/what-we-do" back>
        All programs
      </MoreLink>
    </Section>
  </article>
);

/** Shows the outcome of loading a program. A failure is logged and leaves the page empty (PROG-04, X-15). */
export const ProgramView = ({ outcome, path, services }: { readonly outcome: ProgramOutcome } & Omit<ProgramProps, 'program'>) => {
  switch (outcome.kind) {
    case 'found':
      return <Program program={outcome.program} path={path} services={services} />;
    case 'moved':
      return <Navigate to={outcome.path} replace />;
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

export const ProgramPage = ({ services }: { readonly services: Services }) => {
  const { slug, outcome } = useLoaderData<ProgramData>();
  return (
    <Suspense key={slug} fallback={<Spinner />}>
      <Await resolve={outcome}>
        {(loadedOutcome) => (
          <>
            <ProgramView outcome={loadedOutcome} path={getProgramPath(slug)} services={services} />
            {loadedOutcome.kind === 'found' && (
              <>
                <RelatedLinks title={loadedOutcome.program.title} links={loadedOutcome.related} />
                <ApplySection program={loadedOutcome.program} telephone={services.site.telephone} />
                <GiftSection giving={loadedOutcome.giving} />
              </>
            )}
          </>
        )}
      </Await>
    </Suspense>
  );
};
