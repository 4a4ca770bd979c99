import { failure, type Result, success } from '@site/shared/domain/result';
import { isSafeHref } from '@site/shared/domain/safe-href';

/** Parses a typed link target: a path on this site, a fragment, an email address, a telephone link, or a URL with or without its scheme. */
export const readLinkAddress = (typed: string): Result<string, string> => {
  const address = typed.trim();
  if (address === '') return failure('Enter a URL');
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return success(`mailto:${address}`);
  const lacksScheme = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#:].*)?$/u.test(address) && !/^(mailto|tel|https?):/i.test(address);
  const href = lacksScheme ? `https://${address}` : address;
  const isComplete = /^(https?:\/\/[^\s/]+|mailto:\S+@|tel:\+?\d|\/(?!\/)|#)/i.test(href);
  return isComplete && !/\s/.test(href) && isSafeHref(href)
    ? success(href)
    : failure('Enter a URL such as https://example.org, a page such as /volunteer, or an email address');
};
