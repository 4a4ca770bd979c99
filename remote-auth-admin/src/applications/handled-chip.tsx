import { Badge, Chip } from '@site/shared/ui/chip';

/** Whether somebody has taken care of an application. */
export const HandledChip = ({ readAt }: { readonly readAt: string | null }) => (readAt === null ? <Badge>New</Badge> : <Chip>Handled</Chip>);
