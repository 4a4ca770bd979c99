import type { Application, ApplicationStage } from '@site/shared/contracts/application';
import { Badge, Chip } from '@site/shared/ui/chip';

export const STAGE_NAMES: Readonly<Record<ApplicationStage, string>> = {
  new: 'New',
  'in-contact': 'In contact',
  accepted: 'Accepted',
  declined: 'Declined',
  handled: 'Handled',
};

type StageSource = Pick<Application, 'readAt' | 'stage'>;

/** Returns the stage. Providers without stages only record whether the application has been read. */
export const getStage = ({ readAt, stage }: StageSource): ApplicationStage => stage ?? (readAt === null ? 'new' : 'handled');

/** Shows the stage of an application. */
export const StageChip = (application: StageSource) => {
  const stage = getStage(application);
  return stage === 'new' ? <Badge>{STAGE_NAMES.new}</Badge> : <Chip>{STAGE_NAMES[stage]}</Chip>;
};
