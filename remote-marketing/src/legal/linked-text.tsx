import { telephoneHref } from '@site/shared/domain/telephone-href';
import type { HostServices } from '@site/shared/remote/host-services';
import { EmailLink, ExternalLink } from '@site/shared/ui/text-link';

type Contacts = Pick<HostServices['site'], 'telephone' | 'email' | 'partnerEmail' | 'emergencyTelephone' | 'helplines' | 'safeguardingContact'>;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Text with links for the organisation's email addresses and telephone number, the helplines and the emergency number. */
export const LinkedText = ({
  text,
  site: { telephone, email, partnerEmail, emergencyTelephone, helplines, safeguardingContact: contact },
}: {
  readonly text: string;
  readonly site: Contacts;
}) => {
  const numbers = [telephone, ...helplines.map((helpline) => helpline.telephone), emergencyTelephone, contact?.telephone];
  const contactTexts = [email, partnerEmail, contact?.email, ...numbers].filter((contact) => contact !== undefined);
  const pieces = text.split(new RegExp(`(${contactTexts.map(escapePattern).join('|')})`));
  // Every second piece is an email address or a phone number.
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : piece.includes('@') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity, and never change their order.
      <EmailLink key={index} email={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <ExternalLink key={index} href={telephoneHref(piece)}>
        {piece}
      </ExternalLink>
    ),
  );
};
