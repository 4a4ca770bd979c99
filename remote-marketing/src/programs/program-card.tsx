import { PROGRAM_IMAGE_SIZE } from '@site/shared/domain/constants';
import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import type { ShownProgram } from './programs-content.ts';

interface ProgramCardProps {
  readonly program: ShownProgram;
  /** The home page only tells (HOME-11); what-we-do links and adds the facts (NS-04). */
  readonly isLinked?: boolean;
}

export const ProgramCard = ({ program, isLinked = false }: ProgramCardProps) => (
  <Card linked={isLinked}>
    <CardMedia>
      <ContentImage
        src={program.image}
        alt=""
        width={PROGRAM_IMAGE_SIZE.width}
        height={PROGRAM_IMAGE_SIZE.height}
        crop="fill"
        widths={[320, 500, 750, 1000]}
        sizes="(min-width: 1024px) 384px, (min-width: 768px) 50vw, 100vw"
        fallback={program.fallbackImage}
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
