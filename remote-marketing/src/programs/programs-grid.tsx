import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { PROGRAM_ILLUSTRATIONS } from './program-illustrations.ts';
import type { ProgramCardData } from './programs-content.ts';

interface ProgramCardProps {
  readonly program: ProgramCardData;
  /** Whether cards have links, a duration and an audience, as on "What we do" (NS-04) but not on the home page (HOME-11). */
  readonly isLinked?: boolean;
}

const ProgramCard = ({ program, isLinked = false }: ProgramCardProps) => (
  <Card linked={isLinked}>
    <CardMedia>
      <ContentImage
        src={program.image}
        alt=""
        width={500}
        height={300}
        crop="fill"
        widths={[320, 500, 750, 1000]}
        sizes="(min-width: 1024px) 384px, (min-width: 768px) 50vw, 100vw"
        fallback={PROGRAM_ILLUSTRATIONS[program.link]}
      />
    </CardMedia>
    <CardBody>
      <CardTitle to={isLinked ? program.link : undefined}>{program.title}</CardTitle>
      <p>{program.description}</p>
      {isLinked && (
        <CardFoot>
          <ChipList items={[program.duration, program.audience].filter((fact) => fact !== undefined)} label="At a glance" />
        </CardFoot>
      )}
    </CardBody>
  </Card>
);

interface ProgramsGridProps {
  readonly programs: readonly ProgramCardData[];
  /** Shows the empty state (HOME-12). No page sets this property, because the source code always lists programs. */
  readonly hasError?: boolean;
  readonly isLinked?: boolean;
}

export const ProgramsGrid = ({ programs, hasError = false, isLinked = false }: ProgramsGridProps) =>
  hasError || programs.length === 0 ? (
    <EmptyState title="No Programs Available" message="We're currently developing our programs. Please check back soon!" />
  ) : (
    <Grid columns={3}>
      {programs.map((program) => (
        <ProgramCard key={program.link} program={program} isLinked={isLinked} />
      ))}
    </Grid>
  );
