import type { LegalPageName } from './legal-text.ts';

export const LEGAL_PAGES: ReadonlyArray<{ readonly name: LegalPageName; readonly path: string; readonly title: string }> = [
  { name: 'privacy', path: '/privacy', title: 'Privacy' },
  { name: 'accessibility', path: '/accessibility', title: 'Accessibility' },
  { name: 'safeguarding', path: '/safeguarding', title: 'Safeguarding' },
];
