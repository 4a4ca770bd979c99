import type { SiteConfig } from '@site/shared/contracts/site';

export type TemplateSite = Pick<SiteConfig, 'organisationName' | 'office' | 'email' | 'partnerEmail' | 'telephone'>;

/** Replaces `{organisation}`, `{office}`, `{email}`, `{partnerEmail}` and `{telephone}` with the site's own. */
export const fillTemplate = (template: string, { organisationName, office, email, partnerEmail, telephone }: TemplateSite): string => {
  const values: Readonly<Record<string, string>> = { organisation: organisationName, office, email, partnerEmail, telephone };
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
};
