import type { ExternalLink } from '@site/shared/contracts/external-link';
import type { Status } from '../layout/status-chip.tsx';

const STATES: Readonly<Record<ExternalLink['state'], Status>> = {
  broken: { tone: 'danger', label: 'Broken' },
  failing: { tone: 'attention', label: 'Failed once' },
  unverifiable: { tone: 'neutral', label: 'Cannot be checked' },
  unchecked: { tone: 'quiet', label: 'Not checked yet' },
  works: { tone: 'good', label: 'Works' },
};

export const getLinkStatus = ({ state, isIgnored, isWaiting }: Pick<ExternalLink, 'state' | 'isIgnored' | 'isWaiting'>): Status => {
  if (isWaiting) return { tone: 'attention', label: 'Being checked' };
  return isIgnored ? { tone: 'quiet', label: 'Ignored' } : STATES[state];
};

const SIGN_IN_STATUSES = [401, 407];

const describeHttpStatus = (state: ExternalLink['state'], status: number): string => {
  if (status === 404) return 'Page not found (404).';
  if (status === 410) return 'The page was permanently removed (410).';
  if (SIGN_IN_STATUSES.includes(status)) return `The page requires a sign-in (${status}).`;
  if (state === 'unverifiable') return `The site blocks automated checks (${status}). Open the link to check it yourself.`;
  return status >= 500 ? `The site returned an error (${status}).` : `The site rejects the request (${status}).`;
};

/** Explains to staff why a link is broken; '' for a working link. */
export const describeLinkReason = ({ state, reason, httpStatus }: Pick<ExternalLink, 'state' | 'reason' | 'httpStatus'>): string => {
  switch (reason) {
    case '':
      return '';
    case 'http':
      return describeHttpStatus(state, httpStatus ?? 0);
    case 'no-such-host':
      return 'This domain name does not exist.';
    case 'no-answer':
      return 'The site does not respond.';
    case 'certificate':
      return "The site's certificate is not valid: browsers show a warning.";
    case 'redirects':
      return 'The site redirects endlessly.';
    case 'untrusted':
      return "The site's certificate cannot be verified from here. Open the link to check it yourself.";
    case 'private-address':
      return 'This is a private network address that visitors cannot reach.';
    case 'address':
      return 'Links with a password or an unusual port are not checked.';
    default:
      return reason satisfies never;
  }
};
