import type { SiteConfig } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';

export type Helpline = SiteConfig['helplines'][number];

export const getHelplineFacts = ({ isFree = false, isAlwaysOpen = false }: Helpline): readonly string[] => [
  ...(isFree ? ['Free call'] : []),
  ...(isAlwaysOpen ? ['24 hours'] : []),
];

export const formatHelplines = ({
  organisationName,
  emergencyTelephone,
  helplines,
}: Pick<SiteConfig, 'organisationName' | 'emergencyTelephone' | 'helplines'>): string =>
  `${[
    `${organisationName}: need to talk?`,
    ...(emergencyTelephone === undefined ? [] : [nameEmergencyCall(emergencyTelephone)]),
    ...helplines.map((helpline) =>
      [`Call ${helpline.telephone}`, helpline.name, getHelplineFacts(helpline).join(', '), helpline.note].filter((part) => part !== '').join('. '),
    ),
  ].join('\n')}\n`;
