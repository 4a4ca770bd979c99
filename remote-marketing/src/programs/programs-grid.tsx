import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { ProgramCard } from './program-card.tsx';
import type { ShownProgram } from './programs-content.ts';

interface ProgramsGridProps {
  readonly programs: readonly ShownProgram[];
  /** Shows the empty state whatever the list holds (HOME-12). Nothing on the site sets it: the list is part of the page. */
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
