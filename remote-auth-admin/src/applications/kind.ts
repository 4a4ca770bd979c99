import type { ApplicationKind } from '@site/shared/contracts/application';

export const KIND_NAMES: Readonly<Record<ApplicationKind, string>> = { volunteer: 'Volunteer', 'school-visit': 'School visit' };
