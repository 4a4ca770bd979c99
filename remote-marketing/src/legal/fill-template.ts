import type { SiteConfig } from '@site/shared/contracts/site';

export type TemplateSite = Pick<SiteConfig, 'organisationName' | 'office' | 'email' | 'partnerEmail' | 'telephone' | 'safeguardingContact'>;

/** Describes the contact for concerns about the organisation's staff. The text follows the word "Tell" in a sentence. */
const describeSafeguardingContact = ({ organisationName, office, telephone, safeguardingContact: contact }: TemplateSite): string =>
  contact === undefined
    ? `the chair of the board, in a letter to ${organisationName}, ${office}, which our staff do not open, or by phone: ask for the chair at ${telephone}`
    : `${contact.name}, who is not one of our staff: ${contact.telephone} or ${contact.email}, which our staff cannot read`;

/** Replaces `{organisation}`, `{office}`, `{email}`, `{partnerEmail}`, `{telephone}` and `{safeguardingContact}` with the site's values. */
export const fillTemplate = (template: string, site: TemplateSite): string => {
  const { organisationName: organisation, office, email, partnerEmail, telephone } = site;
  const values: Readonly<Record<string, string>> = {
    organisation,
    office,
    email,
    partnerEmail,
    telephone,
    safeguardingContact: describeSafeguardingContact(site),
  };
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
};
